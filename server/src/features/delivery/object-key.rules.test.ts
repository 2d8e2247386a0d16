import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { isStorageKey } from '../../platform/storage/storage.ts';
import { resolveObjectKey } from './object-key.rules.ts';

const videoId = uuidv7();
const media = { kind: 'media', videoId } as const;
const poster = { kind: 'poster', videoId } as const;

describe('resolveObjectKey', () => {
  it.each([
    ...['v720/init.mp4', 'v1080/1.m4s', 'audio/9999999.m4s', 'v720/media.m3u8'],
    ...['slides/index.vtt', 'slides/1.jpg', 'slides/3600.jpg', 'slides2/1.jpg'],
  ])('finds %s', (rest) => {
    expect(resolveObjectKey(media, rest)).toBe(`videos/${videoId}/${rest}`);
    expect(resolveObjectKey(poster, rest)).toBeNull();
  });

  it('finds the poster for its own kind alone', () => {
    expect(resolveObjectKey(poster, 'poster.jpg')).toBe(`videos/${videoId}/poster.jpg`);
    expect(resolveObjectKey(media, 'poster.jpg')).toBeNull();
    const chosen = `poster-${videoId}.jpg`;
    expect(resolveObjectKey(poster, chosen)).toBe(`videos/${videoId}/${chosen}`);
    expect(resolveObjectKey(media, chosen)).toBeNull();
    for (const card of ['poster.card.jpg', `poster-${videoId}.card.jpg`, 'poster.2.card.jpg']) {
      expect(resolveObjectKey(poster, card)).toBe(`videos/${videoId}/${card}`);
      expect(resolveObjectKey(media, card)).toBeNull();
    }
    const stills = ['storyboard/index.vtt', 'storyboard/1.jpg', 'storyboard/12.jpg'];
    for (const still of [...stills, 'storyboard12/index.vtt', 'poster.2.jpg']) {
      expect(resolveObjectKey(poster, still)).toBe(`videos/${videoId}/${still}`);
      expect(resolveObjectKey(media, still)).toBeNull();
    }
    for (const other of [
      'storyboard0/1.jpg',
      'poster.0.jpg',
      'storyboard/0.jpg',
      'storyboard/..',
      'storyboard/x.vtt',
      'posterxjpg',
    ]) {
      expect(resolveObjectKey(poster, other)).toBeNull();
    }
  });

  it.each([
    '',
    '.',
    '..',
    '../x/1.m4s',
    'v720/../audio/1.m4s',
    'v720/..',
    '%2e%2e/1.m4s',
    'v720/%2e%2e/1.m4s',
    'v720//1.m4s',
    '/v720/1.m4s',
    '//v720/1.m4s',
    'v720\\1.m4s',
    '..\\..\\master.key',
    'v720/1.m4s\0',
    'v720/\0/1.m4s',
    'v720/1.m4s\n',
    'v720/0.m4s',
    'v720/01.m4s',
    'v720/1.m4s/',
    'v720/1.M4S',
    'V720/1.m4s',
    'v720/1.m4s.mp4',
    'v720/x/1.m4s',
    'slides/0.jpg',
    'slides/10000.jpg',
    'slides/../v720/1.m4s',
    'audio/1.jpg',
    'manifest.mpd',
    'master.m3u8',
    'v720/master.m3u8',
    'v720/１.m4s',
    `v720/${'1'.repeat(600)}.m4s`,
  ])('refuses %j', (rest) => {
    expect(resolveObjectKey(media, rest)).toBeNull();
    expect(resolveObjectKey(poster, rest)).toBeNull();
  });

  it('never leaves the folder of the video, for any request', () => {
    const parts = fc.constantFrom('..', '.', '/', '\\', 'v720', '1.m4s', 'init.mp4', '%2e', '\0');
    const asked = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts).map((list) => list.join('')),
      fc.array(parts).map((list) => list.join('/')),
    );
    fc.assert(
      fc.property(asked, (rest) => {
        const key = resolveObjectKey(media, rest);
        if (key === null) return;
        expect(key).toMatch(new RegExp(`^videos/${videoId}/[a-z0-9]+/(init\\.mp4|\\d+\\.m4s)$`));
        expect(isStorageKey(key)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
