import { expect, it } from 'vitest';
import { formatTailsPrefix, formatUploadKey, parseUploadName } from './upload-keys.ts';

it('finds the name of a file by the key of the whole and of each tail', () => {
  const whole = formatUploadKey('uploads', 'a1.mp4');
  const tail = `${formatTailsPrefix('uploads', 'a1.mp4')}5242880-x`;
  expect(whole).toBe('uploads/a1.mp4');
  expect(parseUploadName('uploads', whole)).toBe('a1.mp4');
  expect(parseUploadName('uploads', tail)).toBe('a1.mp4');
});
