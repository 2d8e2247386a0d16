// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest';

// References taken at load may belong to an earlier file's window.
vi.resetModules();
const { listen } = await import('./listen.ts');
let video: HTMLVideoElement;

beforeAll(() => {
  video = document.createElement('video');
  document.body.append(video);
  // A listener of the page, before any other on the video.
  window.addEventListener('play', (event) => event.stopImmediatePropagation(), true);
});

test('events that playback needs arrive once, even if a listener of the page stops them first', () => {
  const heard: string[] = [];
  const stop = listen(video, 'play', () => heard.push('play'));
  listen(document, 'fullscreenchange', () => heard.push('change'));
  video.dispatchEvent(new Event('play'));
  document.createElement('video').dispatchEvent(new Event('play'));
  video.dispatchEvent(new Event('fullscreenchange', { bubbles: true }));
  expect(heard).toEqual(['play', 'change']);
  stop();
  video.dispatchEvent(new Event('play'));
  expect(heard).toEqual(['play', 'change']);
});
