import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import {
  addSegment,
  type CachedVideo,
  computeLeftMs,
  isExpired,
  mendRecord,
  type NamedPlayback,
  planRoom,
} from './cache-rules.ts';

/** A playback, with the page that named it. */
interface HeldPlayback extends NamedPlayback {
  readonly clientId: string;
}

/** Whose videos these are, and since when the session of the cache goes. */
interface CacheSession {
  readonly userId: string;
  readonly startedAtMs: number;
}

interface Schema extends DBSchema {
  records: { key: string; value: CachedVideo };
  playbacks: { key: string; value: HeldPlayback };
  session: { key: string; value: CacheSession };
  wishes: { key: string; value: true };
}

const databaseName = 'prahari-videos';
const sessionKey = 'now';
const wholeApp = 'whole-app';
/** Of the Cache API; the number goes up when what lies in them changes its shape. */
const cachePrefix = 'prahari-segments-v1/';
const anyCachePrefix = 'prahari-segments-';
const lockName = 'prahari-video-cache';
/** Between two notes of the last access. */
const touchEveryMs = 5000;

export type VideoCache = ReturnType<typeof createVideoCache>;

/** Opens the kept videos of this browser: for pages and for the service worker. */
export async function openVideoCache(now: () => number = Date.now): Promise<VideoCache> {
  const db = await openDB<Schema>(databaseName, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('records', { keyPath: 'videoId' });
      fresh.createObjectStore('playbacks', { keyPath: 'playbackId' });
      fresh.createObjectStore('session');
      fresh.createObjectStore('wishes');
    },
    // A newer build in another tab: what is kept here is worth no waiting.
    blocking: (_, __, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
  return createVideoCache(db, now);
}

/**
 * Records are written before bytes and deleted after them: what a crash leaves is more counted than
 * kept, and `reconcile` mends it.
 */
function createVideoCache(db: IDBPDatabase<Schema>, now: () => number) {
  let waiting: Promise<unknown> = Promise.resolve();

  /** One at a time, over all tabs and the service worker. */
  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (navigator.locks) return navigator.locks.request(lockName, work);
    const done = waiting.then(work, work);
    waiting = done.catch(() => undefined);
    return done;
  }

  async function dropCaches(isDropped: (videoId: string | null) => boolean): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(anyCachePrefix));
    const dropped = names.filter((name) => isDropped(readVideoId(name)));
    await Promise.all(dropped.map((name) => caches.delete(name)));
  }

  async function clearHeld(): Promise<void> {
    const transaction = db.transaction(['records', 'playbacks', 'session'], 'readwrite');
    for (const name of transaction.objectStoreNames) await transaction.objectStore(name).clear();
    await transaction.done;
    await dropCaches(() => true);
  }

  async function removeVideos(videoIds: readonly string[]): Promise<void> {
    if (videoIds.length === 0) return;
    await dropCaches((videoId) => videoId !== null && videoIds.includes(videoId));
    const transaction = db.transaction('records', 'readwrite');
    for (const videoId of videoIds) await transaction.store.delete(videoId);
    await transaction.done;
  }

  /** @returns when the session of the cache began; it begins now where there is none */
  async function enterSession(userId: string): Promise<number> {
    const session = await db.get('session', sessionKey);
    const isSame = session?.userId === userId && computeLeftMs(session.startedAtMs, now()) > 0;
    if (session && isSame) return session.startedAtMs;
    const playbacks = session?.userId === userId ? await db.getAll('playbacks') : [];
    await clearHeld();
    for (const playback of playbacks) await db.put('playbacks', playback);
    const startedAtMs = now();
    await db.put('session', { userId, startedAtMs }, sessionKey);
    return startedAtMs;
  }

  /** @returns what is named by this very page, and may still be played */
  async function findPlayback(
    playbackId: string,
    { clientId, videoId }: { readonly clientId: string; readonly videoId: string },
  ): Promise<HeldPlayback | null> {
    const held = await db.get('playbacks', playbackId);
    const isIts = held?.clientId === clientId && held.videoId === videoId;
    return held && isIts && held.expiresAtMs > now() ? held : null;
  }

  return {
    findPlayback,

    /** Begins to keep and serve segments of a playback for the page that opened it. */
    name: (playback: NamedPlayback, clientId: string, openClients: ReadonlySet<string>) =>
      alone(async () => {
        await enterSession(playback.userId);
        const transaction = db.transaction(['playbacks', 'records'], 'readwrite');
        const playbacks = transaction.objectStore('playbacks');
        for (const held of await playbacks.getAll()) {
          if (!openClients.has(held.clientId)) await playbacks.delete(held.playbackId);
        }
        await playbacks.put({ ...playback, clientId });
        const records = transaction.objectStore('records');
        const record = await records.get(playback.videoId);
        if (record) {
          const licenceEndsAtMs = playback.expiresAtMs;
          const accessCount = record.accessCount + 1;
          await records.put({ ...record, licenceEndsAtMs, accessCount, lastAccessTime: now() });
        }
        await transaction.done;
      }),
    unname: (playbackId: string) => db.delete('playbacks', playbackId),

    /** Finds a kept segment, of a video whose time is not over. */
    async find(videoId: string, key: string): Promise<Response | null> {
      const [record, session] = await Promise.all([
        db.get('records', videoId),
        db.get('session', sessionKey),
      ]);
      if (!record || !session || isExpired(record, session.startedAtMs, now())) return null;
      const cache = await caches.open(cachePrefix + videoId);
      const kept = await cache.match(key);
      if (kept && now() - record.lastAccessTime >= touchEveryMs) {
        const transaction = db.transaction('records', 'readwrite');
        const current = await transaction.store.get(videoId);
        if (current) await transaction.store.put({ ...current, lastAccessTime: now() });
        await transaction.done;
      }
      return kept ?? null;
    },

    /** Keeps a segment, as far as there is room; what is older goes for it. */
    keep: (
      { playbackId, clientId, videoId, key }: SegmentOfPage,
      body: ArrayBuffer,
      contentType: string,
    ): Promise<void> =>
      alone(async () => {
        // The user may have signed out, or closed the video, since the request.
        const playback = await findPlayback(playbackId, { clientId, videoId });
        if (!playback) return;
        await enterSession(playback.userId);
        const segment = { key, bytes: body.byteLength };
        const records = await db.getAll('records');
        const { fits, evicted } = planRoom(records, { videoId, bytes: segment.bytes });
        if (!fits) return;
        await removeVideos(evicted);
        const before = records.find((record) => record.videoId === videoId);
        await db.put('records', addSegment(before, playback, segment, now()));
        const headers = { 'content-type': contentType, 'content-length': `${segment.bytes}` };
        try {
          const cache = await caches.open(cachePrefix + videoId);
          await cache.put(key, new Response(body, { headers }));
        } catch {
          // No room in this browser: the network has it.
          if (before) await db.put('records', before);
          else await removeVideos([videoId]);
        }
      }),

    /** Removes everything, at sign-out and where the server says that nothing is to be kept. */
    clear: () => alone(clearHeld),

    /** Clears what another user left, and mends what a crash, or the browser itself, left. */
    reconcile: (userId: string | null) =>
      alone(async () => {
        const session = await db.get('session', sessionKey);
        if (session?.userId !== userId) await clearHeld();
        const records = await db.getAll('records');
        const known = new Set(records.map(({ videoId }) => videoId));
        await dropCaches((videoId) => videoId === null || !known.has(videoId));
        for (const record of records) {
          const cache = await caches.open(cachePrefix + record.videoId);
          const present = (await cache.keys()).map(({ url }) => readKey(url));
          const counted = new Set(record.segments.map(({ key }) => key));
          for (const key of present) if (!counted.has(key)) await cache.delete(key);
          const mended = mendRecord(record, new Set(present));
          if (mended) await db.put('records', mended);
          else await removeVideos([record.videoId]);
        }
      }),

    /** Removes videos whose time is over. */
    cleanUp: () =>
      alone(async () => {
        const session = await db.get('session', sessionKey);
        const records = await db.getAll('records');
        const startedAtMs = session?.startedAtMs ?? Number.NEGATIVE_INFINITY;
        const expired = records.filter((record) => isExpired(record, startedAtMs, now()));
        await removeVideos(expired.map(({ videoId }) => videoId));
      }),

    /**
     * Clears everything where the session is over, and starts its clock again.
     * @returns what is left of it in milliseconds; null where nothing is kept
     */
    checkSession: (): Promise<number | null> =>
      alone(async () => {
        const session = await db.get('session', sessionKey);
        if (!session) return null;
        await enterSession(session.userId);
        const isEmpty = (await db.count('records')) === 0;
        return isEmpty ? null : computeLeftMs(session.startedAtMs, now());
      }),

    wishForWholeApp: () => db.put('wishes', true, wholeApp),
    wishesWholeApp: async () => (await db.get('wishes', wholeApp)) === true,
  };
}

export interface SegmentOfPage {
  readonly playbackId: string;
  readonly clientId: string;
  readonly videoId: string;
  readonly key: string;
}

/** Null for caches of other versions. */
const readVideoId = (name: string) =>
  name.startsWith(cachePrefix) ? name.slice(cachePrefix.length) : null;

function readKey(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
