import { uploadBusy } from './upload.errors.ts';

/**
 * A connection without a byte for this long counts as lost: its sender may continue by another
 * request.
 */
const quietMs = 5000;

export interface UploadLock {
  /** Records a byte: the holder is active. */
  touch(): void;
  release(): void;
}

interface Holder {
  touchedAtMs: number;
  readonly released: Promise<void>;
  stop(): void;
}

/**
 * Lets one request at a time write into an upload, and a later one take over from a lost
 * connection.
 */
export function createUploadLocks(now: () => number = () => performance.now()) {
  const holders = new Map<string, Holder>();
  return {
    /**
     * Takes the lock of an upload.
     * @param stop ends the new holder's work, for the request that takes over from it
     * @param force takes over even from an active one
     * @throws AppError upload_busy while another request writes
     */
    async take(id: string, stop: () => void, force = false): Promise<UploadLock> {
      const before = holders.get(id);
      if (before) {
        if (!force && now() - before.touchedAtMs < quietMs) throw uploadBusy();
        before.stop();
        await before.released;
        // Another waiting request was faster.
        if (holders.has(id)) throw uploadBusy();
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const holder: Holder = { touchedAtMs: now(), released: promise, stop };
      holders.set(id, holder);
      return {
        touch() {
          holder.touchedAtMs = now();
        },
        release() {
          if (holders.get(id) === holder) holders.delete(id);
          resolve();
        },
      };
    },
  };
}

export type UploadLocks = ReturnType<typeof createUploadLocks>;
