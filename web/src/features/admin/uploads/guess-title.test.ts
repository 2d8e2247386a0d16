import { expect, test } from 'vitest';
import { guessTitle } from './guess-title.ts';

test.each([
  ['Video_01_Optics.mp4', 'Video 01 Optics'],
  ['प्रकाशिकी.webm', 'प्रकाशिकी'],
  ['no ending', 'no ending'],
  ['v1.2 final.mkv', 'v1.2 final'],
])('%s becomes %s', (name, title) => {
  expect(guessTitle(name)).toBe(title);
});
