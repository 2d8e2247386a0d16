import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSegmentKey } from './segment-key.ts';

const origin = 'https://prahari.example';
const video = '8e4df3a4-1111-4a2b-8c3d-000000000002';
const session = '8e4df3a4-2222-4a2b-8c3d-000000000003';
const playback = '8e4df3a4-3333-4a2b-8c3d-000000000001';
const tokenOf = (playbackId: string, expiry = 1_800_000_000, mac = 'a-signature_of_22-chars') =>
  `media.${video}.${session}.${playbackId}.3.${expiry}.${mac}`;
const token = tokenOf(playback);

const read = (url: string, more: { method?: string; hasRange?: boolean } = {}) =>
  readSegmentKey({ url, method: 'GET', hasRange: false, ...more }, origin);

describe('the key of a segment', () => {
  it('names the video and the file, and neither session nor signature', () => {
    expect(read(`${origin}/media/${token}/v720/17.m4s`)).toEqual({
      videoId: video,
      playbackId: playback,
      key: `/kept-segments/${video}/v720/17.m4s`,
    });
  });

  it('is the same whatever the token says beside the video', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(1_000_000_000), (playbackId, expiry) => {
        const other = read(
          `${origin}/media/${tokenOf(playbackId, expiry, 'x'.repeat(22))}/a/1.m4s`,
        );
        expect(other?.key).toBe(`/kept-segments/${video}/a/1.m4s`);
      }),
    );
  });

  it('ignores exactly the parameters of the specification, and the order of the others', () => {
    const ignored = ['t', 's', 'u', '_', 'ts', 'token', 'sig'].map((name) => `${name}=1`).join('&');
    const address = `${origin}/media/${token}/v720/init.mp4`;
    expect(read(`${address}?${ignored}`)?.key).toBe(`/kept-segments/${video}/v720/init.mp4`);
    expect(read(`${address}?b=2&t=9&a=1`)?.key).toBe(read(`${address}?a=1&b=2&sig=x`)?.key);
    expect(read(`${address}?tt=1`)?.key).not.toBe(read(address)?.key);
  });

  it.each([
    ['a playlist', `/media/${token}/v720/media.m3u8`],
    ['a track of slides', `/media/${token}/slides/index.vtt`],
    ['a poster', `/media/poster.${video}.${session}.3.1800000000.abc/poster.jpg`],
    ['an answer of the API', `/api/v1/videos/${video}/manifest/dash`],
    ['a licence', '/api/v1/drm/clearkey/license'],
    ['a path that leads elsewhere', `/media/${token}/v720/../1.m4s`],
    ['a token that is none', '/media/x/v720/1.m4s'],
  ])('%s has none', (_, path) => {
    expect(read(origin + path)).toBeNull();
  });

  it('slides have one, as segments do', () => {
    expect(read(`${origin}/media/${token}/slides2/3.jpg`)?.key).toContain('/slides2/3.jpg');
  });

  it('requests for a part, of other methods, sites and schemes have none', () => {
    const address = `${origin}/media/${token}/v720/1.m4s`;
    expect(read(address, { hasRange: true })).toBeNull();
    expect(read(address, { method: 'HEAD' })).toBeNull();
    expect(read(address.replace('prahari', 'elsewhere'))).toBeNull();
    expect(read(address.replace('https', 'chrome-extension'))).toBeNull();
    expect(read(`blob:${address}`)).toBeNull();
  });
});
