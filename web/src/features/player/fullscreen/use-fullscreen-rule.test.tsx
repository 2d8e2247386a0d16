import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useFullscreenRule } from './use-fullscreen-rule.ts';

function Player() {
  const stage = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { send } = useFullscreenRule({ stage, video });
  return (
    <div ref={stage} data-lesson-frame="">
      <video ref={video} data-testid="video" muted />
      <button type="button" onClick={() => send('play-toggled')}>
        Toggle
      </button>
    </div>
  );
}

/** Pauses and plays as browsers do: at once, with the event later. */
function playLate(video: HTMLElement): { isPaused: () => boolean; deliver: () => void } {
  let paused = true;
  const late: string[] = [];
  Object.defineProperty(video, 'paused', { get: () => paused });
  Object.assign(video, {
    play: async () => {
      paused = false;
      late.push('play');
    },
    pause: () => {
      paused = true;
      late.push('pause');
    },
  });
  return {
    isPaused: () => paused,
    deliver: () => {
      for (const name of late.splice(0)) video.dispatchEvent(new Event(name));
    },
  };
}

afterEach(() => {
  Reflect.deleteProperty(document, 'fullscreenElement');
});

it('plays again by a key that is pressed before the event of the pause has come', () => {
  let filled: Element | null = null;
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => filled });
  const { container } = render(<Player />);
  const { isPaused, deliver } = playLate(screen.getByTestId('video'));
  const press = () => act(() => screen.getByRole('button').click());
  filled = container.firstElementChild;
  act(() => {
    document.dispatchEvent(new Event('fullscreenchange'));
  });
  press();
  act(deliver);
  expect(isPaused()).toBe(false);
  press();
  expect(isPaused()).toBe(true);
  press();
  expect(isPaused()).toBe(false);
  act(deliver);
  press();
  expect(isPaused()).toBe(true);
});
