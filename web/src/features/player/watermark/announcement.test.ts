import { expect, test } from 'vitest';
import { createAnnouncement } from './announcement.ts';

test('the large mark is shown for three seconds at each start, and not after a pause', () => {
  const announcement = createAnnouncement();
  expect(announcement.isDone(5000)).toBe(false);
  expect(announcement.play(5000)).toBe(true);
  expect(announcement.isDone(7900)).toBe(false);
  expect(announcement.play(7900)).toBe(false);
  expect(announcement.isDone(8000)).toBe(true);
  expect(announcement.isDone(8500)).toBe(false);
  expect(announcement.play(20_000)).toBe(false);
  announcement.end();
  expect(announcement.play(30_000)).toBe(true);
});
