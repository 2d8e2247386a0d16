import type { Stream } from '@prahari/contract';
import type { WorkerMessage } from './worker-messages.ts';

/** What the worker learns of a playback. */
type NamedStream = Pick<
  Stream,
  'playbackSessionId' | 'videoId' | 'durationSeconds' | 'expiresAt' | 'segmentCache'
> & { readonly manifest: Pick<Stream['manifest'], 'dash'> };

/** A playback of this page, and its user. */
interface Named {
  readonly stream: NamedStream;
  readonly userId: string;
}

const named = new Map<string, Named>();

/**
 * Names a playback that the server just allowed to the service worker, which keeps and serves segments
 * for no other; without a worker nothing happens.
 * @returns to be called when it is over
 */
export function namePlayback(stream: NamedStream, userId: string | undefined): () => void {
  const { playbackSessionId: playbackId } = stream;
  if (userId === undefined || !('serviceWorker' in navigator)) return () => undefined;
  if (named.size === 0) navigator.serviceWorker.addEventListener('controllerchange', nameAgain);
  named.set(playbackId, { stream, userId });
  postPlayback({ stream, userId });
  return () => {
    named.delete(playbackId);
    postToWorker({ kind: 'playback-over', playbackId });
  };
}

/** A worker that comes while a video plays has heard nothing. */
function nameAgain(): void {
  for (const one of named.values()) postPlayback(one);
}

function postPlayback({ stream, userId }: Named): void {
  const { playbackSessionId: playbackId, videoId, durationSeconds, manifest, expiresAt } = stream;
  if (!stream.segmentCache) {
    postToWorker({ kind: 'forget-videos' });
    return;
  }
  // Its query names the playback session.
  const [manifestUrl = ''] = manifest.dash.split('?');
  const expiresAtMs = Date.parse(expiresAt);
  const playback = { playbackId, videoId, userId, manifestUrl, durationSeconds, expiresAtMs };
  postToWorker({ kind: 'playback-opened', playback });
}

function postToWorker(message: WorkerMessage): void {
  navigator.serviceWorker?.controller?.postMessage(message);
}

const mostWaitMs = 60_000;

/**
 * Has the worker keep all that learners may open, so that it opens without a connection. Resolves
 * once that is so, after a minute, or at once where this browser has no worker.
 */
export async function keepWholeApp(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const { active } = await navigator.serviceWorker.ready;
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    setTimeout(resolve, mostWaitMs);
    const message: WorkerMessage = { kind: 'keep-whole-app' };
    active?.postMessage(message, [port2]);
  });
}
