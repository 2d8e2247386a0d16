import type { SendHandlers, Sending, VideoToSend } from './send-video.ts';
import { addSample, measureTransfer, type Sample, type Transfer } from './transfer-rate.ts';

/** More would only share the same line. */
const AT_ONCE = 2;

export type QueueState = 'waiting' | 'sending' | 'retrying' | 'paused' | 'failed';

export interface QueueItem extends Transfer {
  readonly key: string;
  readonly title: string;
  readonly fileName: string;
  readonly totalBytes: number;
  readonly sentBytes: number;
  readonly state: QueueState;
  readonly error: unknown;
  /** The video that it is for, once the server knows of one. */
  readonly videoId: string | null;
  /** Null until the server knows of it. */
  readonly uploadId: string | null;
}

export interface QueuePorts {
  send(video: VideoToSend, handlers: SendHandlers): Sending;
  onDone(item: QueueItem): void;
  nowMs(): number;
  newKey(): string;
}

/** The uploads of this page, in the order in which they were asked for. They outlive the screen. */
export function createUploadQueue(ports: QueuePorts) {
  let items: readonly QueueItem[] = [];
  const sendings = new Map<string, Sending>();
  const samples = new Map<string, readonly Sample[]>();
  const listeners = new Set<() => void>();

  function become(next: readonly QueueItem[]) {
    items = next;
    for (const listener of listeners) listener();
  }
  const change = (key: string, part: Partial<QueueItem>) =>
    become(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const isBusy = ({ state }: QueueItem) => state === 'sending' || state === 'retrying';
  const still = { bytesPerSecond: null, secondsLeft: null } as const;

  function forget(key: string) {
    sendings.delete(key);
    samples.delete(key);
    become(items.filter((item) => item.key !== key));
    pump();
  }

  function pump() {
    const next = items.find(({ state }) => state === 'waiting');
    if (!next || items.filter(isBusy).length >= AT_ONCE) return;
    samples.delete(next.key);
    change(next.key, { state: 'sending', error: null, ...still });
    sendings.get(next.key)?.start();
    pump();
  }

  function createHandlers(key: string): SendHandlers {
    const find = () => items.find((item) => item.key === key);
    return {
      onAnnounced: (videoId) => change(key, { videoId }),
      onBegun: (uploadId) => change(key, { uploadId }),
      onProgress(sentBytes) {
        const item = find();
        if (!item || !isBusy(item)) return;
        const kept = addSample(samples.get(key) ?? [], { atMs: ports.nowMs(), sentBytes });
        samples.set(key, kept);
        change(key, { state: 'sending', sentBytes, ...measureTransfer(kept, item.totalBytes) });
      },
      onWaiting() {
        samples.delete(key);
        change(key, { state: 'retrying', ...still });
      },
      onDone() {
        const item = find();
        forget(key);
        if (item) ports.onDone(item);
      },
      onError(error) {
        change(key, { state: 'failed', error, ...still });
        pump();
      },
    };
  }

  return {
    items: () => items,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(video: VideoToSend, sentBytes = 0) {
      const key = ports.newKey();
      const { title, file, uploadId = null, videoId = null } = video;
      sendings.set(key, ports.send(video, createHandlers(key)));
      const item = { key, title, fileName: file.name, totalBytes: file.size, sentBytes, uploadId };
      become([...items, { ...item, ...still, videoId, state: 'waiting', error: null }]);
      pump();
    },
    pause(key: string) {
      sendings.get(key)?.stop();
      change(key, { state: 'paused', ...still });
      pump();
    },
    /** Goes on with what was paused or failed, when its turn has come. */
    resume(key: string) {
      change(key, { state: 'waiting', error: null });
      pump();
    },
    /** Retries at once when the line is back. */
    retryNow() {
      for (const { key, state } of items) {
        if (state !== 'retrying') continue;
        sendings.get(key)?.stop();
        sendings.get(key)?.start();
      }
    },
    /** @throws ApiError when the server was not reached; it gives the upload up in its time. */
    async cancel(key: string): Promise<void> {
      const sending = sendings.get(key);
      forget(key);
      await sending?.discard();
    },
  };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;
