/**
 * Specification, section 9. Auto-preload is off: only what a player asks for is kept.
 */
export const videoCacheLimits = {
  bytes: 500 * 1024 ** 2,
  videos: 10,
  sessionMs: 30 * 60_000,
  checkEveryMs: 60_000,
  warnUnderMs: 5 * 60_000,
  cleanUpEveryMs: 5 * 60_000,
} as const;

export interface KeptSegment {
  /** By `readSegmentKey`. */
  readonly key: string;
  readonly bytes: number;
}

/** Specification, section 3. Times are milliseconds since 1970 by this device's clock. */
export interface CachedVideo {
  readonly videoId: string;
  /** Without its query, which names a playback. */
  readonly manifestUrl: string;
  readonly segments: readonly KeptSegment[];
  readonly metadata: {
    /** Seconds. */
    readonly duration: number;
    /** The folder of the rendition that was kept last, such as `v720`. */
    readonly quality: string;
    /** Bytes of all segments. */
    readonly size: number;
  };
  readonly cacheTime: number;
  readonly lastAccessTime: number;
  readonly accessCount: number;
  /** Licences are never kept here. */
  readonly licenseData: null;
  /** Until then the last playback of it gets licences. */
  readonly licenceEndsAtMs: number;
}

/** A video that a page plays: the server just allowed it to. */
export interface NamedPlayback {
  readonly playbackId: string;
  readonly videoId: string;
  readonly userId: string;
  readonly manifestUrl: string;
  readonly durationSeconds: number;
  readonly expiresAtMs: number;
}

/** What is to go so that a segment has room. */
export interface RoomPlan {
  readonly fits: boolean;
  readonly evicted: readonly string[];
}

/**
 * Decides what is evicted for `bytes` more of a video: of the others, the oldest by last access. A
 * video that would fill the cache alone keeps what it has.
 */
export function planRoom(
  records: readonly CachedVideo[],
  { videoId, bytes }: { readonly videoId: string; readonly bytes: number },
  limits: { readonly bytes: number; readonly videos: number } = videoCacheLimits,
): RoomPlan {
  const own = records.find((record) => record.videoId === videoId)?.metadata.size ?? 0;
  if (own + bytes > limits.bytes || limits.videos < 1) return { fits: false, evicted: [] };
  const others = records.filter((record) => record.videoId !== videoId);
  others.sort((a, b) => b.lastAccessTime - a.lastAccessTime);
  let room = limits.bytes - own - bytes;
  const stay = new Set<string>();
  for (const { videoId, metadata } of others) {
    if (stay.size + 1 >= limits.videos || metadata.size > room) break;
    stay.add(videoId);
    room -= metadata.size;
  }
  const evicted = others.filter((other) => !stay.has(other.videoId)).map((other) => other.videoId);
  return { fits: true, evicted };
}

/** Adds a segment to its video's record, or begins one. */
export function addSegment(
  record: CachedVideo | undefined,
  playback: NamedPlayback,
  segment: KeptSegment,
  nowMs: number,
): CachedVideo {
  const before = record?.segments.filter(({ key }) => key !== segment.key) ?? [];
  const segments = [...before, segment];
  const folder = segment.key.split('/').at(-2) ?? '';
  const isPicture = /^v/.test(folder);
  return {
    videoId: playback.videoId,
    manifestUrl: playback.manifestUrl,
    segments,
    metadata: {
      duration: playback.durationSeconds,
      quality: isPicture ? folder : (record?.metadata.quality ?? ''),
      size: sumBytes(segments),
    },
    cacheTime: record?.cacheTime ?? nowMs,
    lastAccessTime: nowMs,
    accessCount: record?.accessCount ?? 1,
    licenseData: null,
    licenceEndsAtMs: playback.expiresAtMs,
  };
}

/** Leaves in a record what is really there; null where nothing is. */
export function mendRecord(
  record: CachedVideo,
  presentKeys: ReadonlySet<string>,
): CachedVideo | null {
  const segments = record.segments.filter(({ key }) => presentKeys.has(key));
  if (segments.length === 0) return null;
  return { ...record, segments, metadata: { ...record.metadata, size: sumBytes(segments) } };
}

/** How long the session of the cache still goes; a clock that went back ends it. */
export function computeLeftMs(startedAtMs: number, nowMs: number): number {
  const passedMs = nowMs - startedAtMs;
  return passedMs < 0 ? 0 : Math.max(0, videoCacheLimits.sessionMs - passedMs);
}

/**
 * The states of the specification, section 4: what expired is removed with the next clean-up, and
 * serves no one before.
 */
export function isExpired(record: CachedVideo, sessionStartedAtMs: number, nowMs: number): boolean {
  const idleMs = nowMs - record.lastAccessTime;
  return (
    computeLeftMs(sessionStartedAtMs, nowMs) === 0 ||
    nowMs >= record.licenceEndsAtMs ||
    idleMs < 0 ||
    idleMs >= videoCacheLimits.sessionMs
  );
}

const sumBytes = (segments: readonly KeptSegment[]) =>
  segments.reduce((sum, { bytes }) => sum + bytes, 0);
