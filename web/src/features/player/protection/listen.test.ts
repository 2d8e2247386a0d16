// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest';

// What is taken at load may be of an earlier file's window.
vi.resetModules();
const { listen } = await import('./listen.ts');
let video: HTMLVideoElement;

beforeAll(() => {
  video = document.createElement('video');
  document.body.append(video);
  // A page's own, before anybody listens to the video.
  window.addEventListener('play', (event) => event.stopImmediatePropagation(), true);
});

test('what a playback lives by is heard though a listener of the page stops it first, and once', () => {
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
