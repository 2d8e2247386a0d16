import type { Readable } from 'node:stream';

/** An object stored under a key; keys are relative paths of plain segments. */
export interface ObjectInfo {
  readonly sizeBytes: number;
  readonly etag: string;
}

/**
 * The store of media: a disk by default, S3-compatible storage by another driver. Media is
 * immutable: a prefix is published whole and is never changed afterwards.
 */
export interface ObjectStorage {
  /**
   * Moves a finished local folder to `prefix`, replacing existing objects. When it returns, all of
   * it can be read and survives a crash. Until then its name must not be given away: the database
   * row that names it is written afterwards. Killed in the middle, nothing that names others is
   * there: the disk shows nothing at all, an object store no manifest, playlist or track. Asked
   * again after a crash, it leaves nothing of the first try.
   * @param signal ends a copy between two disks, and leaves nothing of it
   */
  publish(localDir: string, prefix: string, signal?: AbortSignal): Promise<void>;
  /** Publishes one finished local file under `key`, whole or not at all. */
  publishFile(localFile: string, key: string): Promise<void>;
  /** Looks an object up; null when there is none of that key. */
  stat(key: string): Promise<ObjectInfo | null>;
  /** Reads the whole object into memory; for objects of a few megabytes at most. */
  read(key: string): Promise<Buffer | null>;
  /** Reads a part of an object; `end` is inclusive. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /**
   * Lists every object below `prefix` with its size, in no order; may miss simultaneous changes.
   */
  list(prefix: string): AsyncIterable<{ readonly key: string; readonly sizeBytes: number }>;
  removePrefix(prefix: string): Promise<void>;
  /** Removes one object, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes leftovers of publications that were killed before this time. @returns how many */
  removeUnfinished(before: Date): Promise<number>;
}

const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * Accepts `a/b/c` of harmless names: no `..`, no empty parts, nothing that a file system reads
 * specially.
 */
export function isStorageKey(key: string): boolean {
  return (
    key.length <= 512 && key.split('/').every((part) => segment.test(part) && !part.includes('..'))
  );
}
