import { expect, test } from 'vitest';
import { countAlike, nameOfTrack } from './left-out.ts';

test('equal tracks are named once, with their number', () => {
  const hindi = { kind: 'sound', codec: 'aac', language: 'hi' } as const;
  const cover = { kind: 'cover', codec: 'png', language: null } as const;
  const english = { ...hindi, language: 'en' } as const;
  expect(countAlike([hindi, cover, hindi, english])).toEqual([
    { track: hindi, count: 2 },
    { track: cover, count: 1 },
    { track: english, count: 1 },
  ]);
  expect(countAlike([])).toEqual([]);
});

test('subtitles are told apart by why they were left out', () => {
  const named = (codec: string) => nameOfTrack({ kind: 'text', codec });
  expect(named('subrip')).toBe('videos.leftOut_text');
  expect(named('hdmv_pgs_subtitle')).toBe('videos.leftOut_pictureText');
  expect(named('unreadable')).toBe('videos.leftOut_unreadableText');
  expect(nameOfTrack({ kind: 'data', codec: 'unreadable' })).toBe('videos.leftOut_data');
});
