import { expect, test } from 'vitest';
import { isVideoFileName } from './video-file.ts';

test.each([
  ['video.mp4', true],
  ['Video 2.final.MOV', true],
  ['phone.3gp', true],
  ['00042.MTS', true],
  ['notes.pdf', false],
  ['video.mp4.exe', false],
  ['mp4', false],
])('%s is a video file: %s', (name, expected) => {
  expect(isVideoFileName(name)).toBe(expected);
});
