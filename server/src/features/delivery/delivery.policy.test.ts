import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { type Fetcher, type FetchRefusal, findFetchRefusal } from './delivery.policy.ts';
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

describe('findFetchRefusal', () => {
  it('lets the session of the path fetch, in browsers and outside', () => {
    expect(findFetchRefusal(grant, fetcher)).toBeNull();
    expect(findFetchRefusal(grant, { ...fetcher, fetchSite: undefined })).toBeNull();
    // Another playback session of the same sign-in ended.
    expect(
      findFetchRefusal(grant, { ...fetcher, isPlaybackRevoked: (id) => id === uuidv7() }),
    ).toBeNull();
  });

  it.each<[string, FetchRefusal, Partial<Fetcher>]>([
    ['at the very expiry', 'expired', { now: grant.expiresAt }],
    ['without a media cookie', 'unconfirmed', { watchSessionId: null }],
    ['with the media cookie of another session', 'unconfirmed', { watchSessionId: uuidv7() }],
    ['after the session ended', 'ended', { isRevoked: (id) => id === sessionId }],
    [
      'after the playback session ended',
      'ended',
      { isPlaybackRevoked: (id) => id === grant.playbackId },
    ],
    [
      'after the video was withdrawn',
      'withdrawn',
      { isRevokedVersion: (id, epoch) => id === grant.videoId && epoch < 3 },
    ],
    ['from another site', 'other-site', { fetchSite: 'cross-site' }],
    ['from a sibling site', 'other-site', { fetchSite: 'same-site' }],
    ['typed into the address bar', 'other-site', { fetchSite: 'none' }],
  ])('refuses %s', (_case, refusal, change) => {
    expect(findFetchRefusal(grant, { ...fetcher, ...change })).toBe(refusal);
  });

  it('shows posters before the password is confirmed, but not after the session ended', () => {
    const poster: UrlGrant = { ...grant, kind: 'poster', playbackId: null };
    const withoutPass = { ...fetcher, watchSessionId: null };
    expect(findFetchRefusal(poster, withoutPass)).toBeNull();
    expect(findFetchRefusal(poster, { ...withoutPass, isPlaybackRevoked: () => true })).toBeNull();
    expect(findFetchRefusal(poster, { ...withoutPass, isRevoked: () => true })).toBe('ended');
  });
});
