import { openVideoCache, type VideoCache } from '../domain/video-cache/cache-store.ts';
import { readSegmentKey } from '../domain/video-cache/segment-key.ts';

declare const self: ServiceWorkerGlobalScope;

let opening: Promise<VideoCache> | undefined;

/** @throws where this browser denies storage; asked again, it may have changed its mind */
export function openVideos(): Promise<VideoCache> {
  opening ??= openVideoCache();
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** What was said before a request comes before it. */
let lastWord: Promise<unknown> = Promise.resolve();

/** Does what a page said, one word after the other. */
export function heed(act: (videos: VideoCache) => Promise<unknown>): Promise<unknown> {
  lastWord = lastWord
    .then(openVideos)
    .then(act)
    .catch(() => undefined);
  return lastWord;
}

/**
 * Answers a request for a segment: from what is kept, for a page that plays the video just now, else
 * from the server. Everything else is none of the worker's business.
 */
export function answerSegment(event: FetchEvent): boolean {
  const { request, clientId } = event;
  const { url, method } = request;
  const asked = { url, method, hasRange: request.headers.has('range') };
  const segment = readSegmentKey(asked, self.location.origin);
  if (!segment) return false;
  const wanted = { clientId, ...segment };
  event.respondWith(
    findKept(wanted).then(async (kept) => kept.response ?? fetchAndKeep(event, kept.store, wanted)),
  );
  return true;
}

type Wanted = Parameters<VideoCache['keep']>[0];

interface Found {
  readonly response: Response | null;
  /** Null where the page plays nothing that may be kept. */
  readonly store: VideoCache | null;
}

async function findKept({ playbackId, clientId, videoId, key }: Wanted): Promise<Found> {
  try {
    await lastWord;
    const store = await openVideos();
    const playback = await store.findPlayback(playbackId, { clientId, videoId });
    if (!playback) return { response: null, store: null };
    return { response: await store.find(videoId, key), store };
  } catch {
    return { response: null, store: null };
  }
}

async function fetchAndKeep(
  event: FetchEvent,
  store: VideoCache | null,
  wanted: Wanted,
): Promise<Response> {
  const response = await fetch(event.request);
  const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected;
  if (store && isWhole) {
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    const kept = response
      .clone()
      .arrayBuffer()
      .then((body) => store.keep(wanted, body, type));
    // A player that jumps breaks off what it fetches.
    event.waitUntil(kept.catch(() => undefined));
  }
  return response;
}
