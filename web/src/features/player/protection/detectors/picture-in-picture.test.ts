// @vitest-environment jsdom
import { isViolation } from '@prahari/contract';
import { expect, test, vi } from 'vitest';
import type { Signal } from '../signal.ts';

// References taken at load may belong to an earlier file's window.
vi.resetModules();
const { createPictureInPictureDetector: pictureInPicture } = await import(
  './picture-in-picture.ts'
);

test('a small window that the browser’s own menu opened is taken back, and a violation', () => {
  const exitPictureInPicture = vi.fn(async () => undefined);
  Object.assign(document, { exitPictureInPicture });
  const video = document.body.appendChild(document.createElement('video'));
  const signals: Signal[] = [];
  const stop = pictureInPicture(video)({
    report: (signal) => void signals.push(signal),
    recordingStopped: () => undefined,
  });
  video.dispatchEvent(new Event('enterpictureinpicture', { bubbles: true }));
  expect(exitPictureInPicture).toHaveBeenCalledOnce();
  expect(signals.map(({ type, confidence }) => isViolation(type, confidence))).toEqual([true]);
  stop();
});
