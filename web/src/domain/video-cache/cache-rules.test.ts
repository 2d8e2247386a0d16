import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addSegment,
  type CachedVideo,
  computeLeftMs,
  isExpired,
  mendRecord,
  planRoom,
  videoCacheLimits,
} from './cache-rules.ts';

const minuteMs = 60_000;

function record(videoId: string, size: number, lastAccessTime: number): CachedVideo {
  return {
    videoId,
    manifestUrl: '',
    segments: [{ key: `/kept-segments/${videoId}/v720/1.m4s`, bytes: size }],
    metadata: { duration: 60, quality: 'v720', size },
    cacheTime: 0,
    lastAccessTime,
    accessCount: 1,
    licenseData: null,
    licenceEndsAtMs: Number.MAX_SAFE_INTEGER,
  };
}

const playbackOf = (videoId: string) => ({
  playbackId: 'p',
  videoId,
  userId: 'u',
  manifestUrl: '/m',
  durationSeconds: 60,
  expiresAtMs: 10 * minuteMs,
});

describe('room', () => {
  it('never goes beyond the limits, whatever is fetched in which order', () => {
    const fetches = fc.array(
      fc.record({
        videoId: fc.constantFrom(...'abcdefgh'),
        bytes: fc.integer({ min: 1, max: 60 }),
      }),
      { maxLength: 200 },
    );
    const limits = { bytes: 100, videos: 3 };
    fc.assert(
      fc.property(fetches, (all) => {
        let records: readonly CachedVideo[] = [];
        for (const [at, { videoId, bytes }] of all.entries()) {
          const { fits, evicted } = planRoom(records, { videoId, bytes }, limits);
          if (!fits) continue;
          const before = records.find((one) => one.videoId === videoId);
          const others = records.filter((one) => one !== before && !evicted.includes(one.videoId));
          const segment = { key: `/kept-segments/${videoId}/v720/${at + 1}.m4s`, bytes };
          records = [...others, addSegment(before, playbackOf(videoId), segment, at)];
          const used = records.reduce((sum, { metadata }) => sum + metadata.size, 0);
          expect(used).toBeLessThanOrEqual(limits.bytes);
          expect(records.length).toBeLessThanOrEqual(limits.videos);
        }
      }),
    );
  });

  it('is made by the oldest by last access, and by no more than needed', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 100 }), (all, bytes) => {
        const limits = { bytes: 100, videos: 5 };
        const records = all.map((size, at) => record(`v${at}`, size, at));
        const { fits, evicted } = planRoom(records, { videoId: 'new', bytes }, limits);
        expect(fits).toBe(true);
        const kept = records.filter(({ videoId }) => !evicted.includes(videoId));
        const gone = records.filter(({ videoId }) => evicted.includes(videoId));
        const youngestGone = gone.at(-1);
        for (const one of kept) {
          expect(one.lastAccessTime).toBeGreaterThan(youngestGone?.lastAccessTime ?? -1);
        }
        if (!youngestGone) return;
        const used = kept.reduce((sum, { metadata }) => sum + metadata.size, 0);
        const isNeeded =
          used + bytes + youngestGone.metadata.size > limits.bytes ||
          kept.length + 2 > limits.videos;
        expect(isNeeded).toBe(true);
      }),
    );
  });

  it('is that of the specification: 500 MB and 10 videos', () => {
    const ten = Array.from({ length: 10 }, (_, at) => record(`v${at}`, 1, 100 - at));
    expect(planRoom(ten, { videoId: 'v3', bytes: 1 }).evicted).toEqual([]);
    expect(planRoom(ten, { videoId: 'new', bytes: 1 }).evicted).toEqual(['v9']);
    const full = record('full', 500 * 1024 ** 2, 1);
    expect(planRoom([full], { videoId: 'full', bytes: 1 }).fits).toBe(false);
    expect(planRoom([full], { videoId: 'new', bytes: 1 }).evicted).toEqual(['full']);
  });
});

describe('a record', () => {
  it('counts a segment that is fetched again once', () => {
    const segment = { key: '/kept-segments/a/v720/1.m4s', bytes: 5 };
    const first = addSegment(undefined, playbackOf('a'), segment, 1);
    const again = addSegment(first, playbackOf('a'), { ...segment, bytes: 7 }, 2);
    expect(again.metadata.size).toBe(7);
    expect(again).toMatchObject({ cacheTime: 1, lastAccessTime: 2, licenseData: null });
  });

  it('keeps the quality of the picture when sound follows', () => {
    const picture = { key: '/kept-segments/a/v720/1.m4s', bytes: 5 };
    const sound = { key: '/kept-segments/a/audio/1.m4s', bytes: 1 };
    const first = addSegment(undefined, playbackOf('a'), picture, 1);
    expect(addSegment(first, playbackOf('a'), sound, 1).metadata.quality).toBe('v720');
  });

  it('is mended to what is there', () => {
    const one = record('a', 5, 1);
    const two = addSegment(one, playbackOf('a'), { key: 'lost', bytes: 90 }, 1);
    const present = new Set(one.segments.map(({ key }) => key));
    expect(mendRecord(two, present)?.metadata.size).toBe(5);
    expect(mendRecord(two, new Set())).toBeNull();
  });
});

describe('time', () => {
  it('ends the session after half an hour, and when the clock goes back', () => {
    expect(computeLeftMs(0, 29 * minuteMs)).toBe(minuteMs);
    expect(computeLeftMs(0, 30 * minuteMs)).toBe(0);
    expect(computeLeftMs(minuteMs, 0)).toBe(0);
  });

  it('ends a video with the session, with its licence, and when it lies idle', () => {
    const at = (lastAccessTime: number, licenceEndsAtMs = 1e9) => ({
      ...record('a', 1, lastAccessTime),
      licenceEndsAtMs,
    });
    const nowMs = 100 * minuteMs;
    const startedAtMs = 90 * minuteMs;
    expect(isExpired(at(nowMs), startedAtMs, nowMs)).toBe(false);
    expect(isExpired(at(nowMs), nowMs - videoCacheLimits.sessionMs, nowMs)).toBe(true);
    expect(isExpired(at(nowMs, nowMs), startedAtMs, nowMs)).toBe(true);
    expect(isExpired(at(nowMs - 30 * minuteMs), startedAtMs, nowMs)).toBe(true);
    expect(isExpired(at(nowMs + 1), startedAtMs, nowMs)).toBe(true);
  });
});
