import { expect, test } from 'vitest';
import { guessTitle } from './guess-title.ts';

test.each([
  ['Video_01_Optics.mp4', 'Video 01 Optics'],
  ['class-11-projectile-motion.mp4', 'Class 11 projectile motion'],
  ['class_12--ray_optics.mp4', 'Class 12 ray optics'],
  ['lecture-2026-11-28.mp4', 'Lecture 2026-11-28'],
  ['Revision for the half-yearly exam.mp4', 'Revision for the half-yearly exam'],
  ['प्रकाशिकी.webm', 'प्रकाशिकी'],
  ['no ending', 'No ending'],
  ['v1.2 final.mkv', 'V1.2 final'],
  ['pH of acids.mp4', 'pH of acids'],
  ['-.mp4', ''],
])('%s becomes %s', (name, title) => {
  expect(guessTitle(name)).toBe(title);
});
