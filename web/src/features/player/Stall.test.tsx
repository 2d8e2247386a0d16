import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { Stall, type StallProps } from './Stall.tsx';

beforeAll(async () => {
  await Promise.all([startI18n(), loadTexts('player')]);
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show(interruption: StallProps['interruption'] = null, lacksKey = false) {
  const video = document.createElement('video');
  const shown = render(<Stall video={video} isWaiting={false} interruption={interruption} />);
  // The browser may say what it lacks before it says that it waits.
  if (lacksKey) fireEvent(video, new Event('waitingforkey'));
  shown.rerender(<Stall video={video} isWaiting interruption={interruption} />);
  return video;
}

const said = () => screen.getByRole('status').textContent;
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a stall shows at once, and after five seconds says that the line is slow', () => {
  show();
  wait(4900);
  expect(said()).toBe('Buffering');
  wait(200);
  expect(said()).toBe('The connection is slow. The lesson will resume when more has arrived.');
});

test('without a key for what came in it says so', () => {
  const video = show(null, true);
  wait(5100);
  expect(said()).toBe('Waiting for permission to play this lesson.');
  fireEvent.playing(video);
  expect(said()).toContain('The connection is slow');
});

test('a browser without a line says that', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show();
  wait(5100);
  expect(said()).toBe('No connection. The lesson will resume automatically.');
});

test.each([
  ['network', 'No connection. The lesson will resume automatically.'],
  ['server', 'The server isn’t responding. The lesson will resume automatically.'],
] as const)('what failed is said at once: %s', (interruption, text) => {
  show(interruption);
  expect(said()).toBe(text);
});
