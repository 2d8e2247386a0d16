import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { canFetch, type Fetcher } from './delivery.policy.ts';
import type { UrlGrant } from './signed-url.rules.ts';

const sessionId = uuidv7();
const grant: UrlGrant = {
  kind: 'media',
  videoId: uuidv7(),
  sessionId,
  playbackId: uuidv7(),
  urlVersion: 2,
  expiresAt: new Date('2030-01-01T00:00:00Z'),
};
const fetcher: Fetcher = {
  now: new Date('2029-12-31T23:59:59Z'),
  watchSessionId: sessionId,
  fetchSite: 'same-origin',
  isRevoked: () => false,
  isPlaybackRevoked: () => false,
  isRevokedVersion: (id, epoch) => id === grant.videoId && epoch < 2,
};

describe('canFetch', () => {
  it('lets the session of the path fetch, in browsers and outside', () => {
    expect(canFetch(grant, fetcher)).toBe(true);
    expect(canFetch(grant, { ...fetcher, fetchSite: undefined })).toBe(true);
    // Another playback session of the same sign-in ended.
    expect(canFetch(grant, { ...fetcher, isPlaybackRevoked: (id) => id === uuidv7() })).toBe(true);
  });

  it.each<[string, Partial<Fetcher>]>([
    ['at the very expiry', { now: grant.expiresAt }],
    ['without a media cookie', { watchSessionId: null }],
    ['with the media cookie of another session', { watchSessionId: uuidv7() }],
    ['after the session ended', { isRevoked: (id) => id === sessionId }],
    ['after the playback session ended', { isPlaybackRevoked: (id) => id === grant.playbackId }],
    [
      'after the video was withdrawn',
      { isRevokedVersion: (id, epoch) => id === grant.videoId && epoch < 3 },
    ],
    ['from another site', { fetchSite: 'cross-site' }],
    ['from a sibling site', { fetchSite: 'same-site' }],
    ['typed into the address bar', { fetchSite: 'none' }],
  ])('refuses %s', (_case, change) => {
    expect(canFetch(grant, { ...fetcher, ...change })).toBe(false);
  });

  it('shows posters before the password is confirmed, but not after the session ended', () => {
    const poster: UrlGrant = { ...grant, kind: 'poster', playbackId: null };
    const withoutPass = { ...fetcher, watchSessionId: null };
    expect(canFetch(poster, withoutPass)).toBe(true);
    expect(canFetch(poster, { ...withoutPass, isPlaybackRevoked: () => true })).toBe(true);
    expect(canFetch(poster, { ...withoutPass, isRevoked: () => true })).toBe(false);
  });
});
