import { type BodyOf, type endpoints, offlineLimits } from '@prahari/contract';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SignedIndex } from './copy-index.ts';
import type { HeldLicence } from './held-licence.ts';
import { CopyProblem, type KeptCopy } from './kept-copy.ts';
import { generateWrappingKey, type Sealed } from './seal.ts';
import type { KnownTime } from './trusted-clock.ts';

/** A copy as it is stored: what screens show of it, and what its player needs. */
export interface StoredCopy extends KeptCopy {
  readonly userId: string;
  readonly deviceId: string;
  readonly print: string;
  /** The server's secret, under the wrapping key. */
  readonly secret: Sealed;
  /** The stream and its manifest, and the licence, as JSON under the copy's key; null before. */
  readonly stream: Sealed | null;
  readonly licence: Sealed | null;
  /** Where a key system keeps the licence itself; copies from before have none. */
  readonly heldLicence?: HeldLicence | null;
  /** Names of its files, in the order in which they are fetched. */
  readonly files: readonly string[];
  /** Null until everything is here. */
  readonly index: SignedIndex | null;
  /** Where the learner left off; null before. */
  readonly leftAtSeconds: number | null;
}

export interface StoredFile extends Sealed {
  readonly copyId: string;
  readonly name: string;
}

export type ViewEvent = BodyOf<typeof endpoints.offline.reportViews>['events'][number];

/** A playback event that waits for a connection. */
export interface StoredView {
  readonly copyId: string;
  readonly event: ViewEvent;
}

interface Schema extends DBSchema {
  copies: { key: string; value: StoredCopy };
  files: { key: [string, string]; value: StoredFile };
  keys: { key: string; value: CryptoKey };
  clock: { key: string; value: KnownTime };
  views: { key: number; value: StoredView };
}

const databaseName = 'prahari-offline';
const wrappingKeyId = 'wrapping';
const clockId = 'clock';
/** More than hours of watching; beyond that the oldest are dropped. */
const mostViews = 2000;

type Database = IDBPDatabase<Schema>;

/**
 * Opens the copies of this browser. `onLost` hears that the browser took the storage away, as it does
 * where a learner clears it: what is opened next is empty.
 * @throws CopyProblem 'storage-denied'
 */
export async function openCopyStore(onLost: () => void) {
  const db = await openDatabase(onLost).catch((error: unknown) => {
    throw new CopyProblem('storage-denied', error);
  });

  return {
    list: (): Promise<StoredCopy[]> => db.getAll('copies'),
    get: (id: string): Promise<StoredCopy | undefined> => db.get('copies', id),
    /** Stores a copy with the files that it begins with, together or not at all. */
    async add(copy: StoredCopy, files: readonly StoredFile[]): Promise<void> {
      const transaction = db.transaction(['copies', 'files'], 'readwrite');
      await transaction.objectStore('copies').add(copy);
      for (const file of files) await transaction.objectStore('files').put(file);
      await transaction.done;
    },

    /**
     * Changes a copy that is still there, in one transaction.
     * @returns it as it is then; undefined where it was removed
     */
    async change(
      id: string,
      change: (copy: StoredCopy) => Partial<StoredCopy>,
    ): Promise<StoredCopy | undefined> {
      const transaction = db.transaction('copies', 'readwrite');
      const copy = await transaction.store.get(id);
      const changed = copy && { ...copy, ...change(copy) };
      if (changed) await transaction.store.put(changed);
      await transaction.done;
      return changed;
    },

    /**
     * Stores a file and counts its bytes, together or not at all: another tab and a crash find the
     * count of what is there.
     * @returns false where the copy was removed
     * @throws CopyProblem 'no-space' beyond the limit of all copies
     */
    async putFile(file: StoredFile): Promise<boolean> {
      const transaction = db.transaction(['copies', 'files'], 'readwrite');
      const copies = await transaction.objectStore('copies').getAll();
      const copy = copies.find(({ id }) => id === file.copyId);
      if (!copy) return false;
      const before = await transaction.objectStore('files').get([file.copyId, file.name]);
      const added = file.data.byteLength - (before?.data.byteLength ?? 0);
      const used = copies.reduce((sum, { bytes }) => sum + bytes, 0);
      if (used + added > offlineLimits.bytes) {
        transaction.abort();
        await transaction.done.catch(() => undefined);
        throw new CopyProblem('no-space');
      }
      await transaction.objectStore('files').put(file);
      await transaction.objectStore('copies').put({ ...copy, bytes: copy.bytes + added });
      await transaction.done;
      return true;
    },
    getFile: (copyId: string, name: string): Promise<StoredFile | undefined> =>
      db.get('files', [copyId, name]),
    async listFileNames(copyId: string): Promise<string[]> {
      const keys = await db.getAllKeys('files', filesOf(copyId));
      return keys.map(([, name]) => name);
    },

    /** Deletes the files of a copy that may not be played any more, and keeps why. */
    async empty(id: string, changed: Partial<StoredCopy>): Promise<void> {
      const transaction = db.transaction(['copies', 'files'], 'readwrite');
      const copy = await transaction.objectStore('copies').get(id);
      const emptied = { bytes: 0, index: null, stream: null, licence: null };
      if (copy) await transaction.objectStore('copies').put({ ...copy, ...emptied, ...changed });
      await transaction.objectStore('files').delete(filesOf(id));
      await transaction.done;
    },
    async remove(id: string): Promise<void> {
      const transaction = db.transaction(['copies', 'files'], 'readwrite');
      await transaction.objectStore('copies').delete(id);
      await transaction.objectStore('files').delete(filesOf(id));
      await transaction.done;
    },
    /** Removes everything but the clock: what was watched too, which is of no one any more. */
    async clear(): Promise<void> {
      const transaction = db.transaction(['copies', 'files', 'keys', 'views'], 'readwrite');
      for (const name of transaction.objectStoreNames) await transaction.objectStore(name).clear();
      await transaction.done;
    },

    /** Reads the key that wraps secrets, and makes it the first time; two tabs end with one. */
    async wrappingKey(): Promise<CryptoKey> {
      const known = await db.get('keys', wrappingKeyId);
      if (known) return known;
      // WebCrypto would let a transaction close.
      const made = await generateWrappingKey();
      const transaction = db.transaction('keys', 'readwrite');
      const first = await transaction.store.get(wrappingKeyId);
      if (!first) await transaction.store.put(made, wrappingKeyId);
      await transaction.done;
      return first ?? made;
    },

    readClock: async (): Promise<KnownTime | null> => (await db.get('clock', clockId)) ?? null,
    async changeClock(change: (known: KnownTime | null) => KnownTime): Promise<void> {
      const transaction = db.transaction('clock', 'readwrite');
      const known = (await transaction.store.get(clockId)) ?? null;
      await transaction.store.put(change(known), clockId);
      await transaction.done;
    },

    async addView(view: StoredView): Promise<void> {
      const transaction = db.transaction('views', 'readwrite');
      await transaction.store.add(view);
      const count = await transaction.store.count();
      if (count > mostViews) {
        const oldest = await transaction.store.openCursor();
        await oldest?.delete();
      }
      await transaction.done;
    },
    /** Reads views with their keys, the oldest first. */
    async listViews(): Promise<{ readonly key: number; readonly view: StoredView }[]> {
      const transaction = db.transaction('views');
      const [keys, views] = await Promise.all([
        transaction.store.getAllKeys(),
        transaction.store.getAll(),
      ]);
      return views.flatMap((view, at) => {
        const key = keys[at];
        return key === undefined ? [] : [{ key, view }];
      });
    },
    async removeViews(keys: readonly number[]): Promise<void> {
      const transaction = db.transaction('views', 'readwrite');
      for (const key of keys) await transaction.store.delete(key);
      await transaction.done;
    },
    close: () => db.close(),
  };
}

export type CopyStore = Awaited<ReturnType<typeof openCopyStore>>;

function openDatabase(onLost: () => void): Promise<Database> {
  return openDB<Schema>(databaseName, 1, {
    terminated: onLost,
    upgrade(db) {
      db.createObjectStore('copies', { keyPath: 'id' });
      db.createObjectStore('files', { keyPath: ['copyId', 'name'] });
      db.createObjectStore('keys');
      db.createObjectStore('clock');
      db.createObjectStore('views', { autoIncrement: true });
    },
  });
}

/** An empty list sorts behind every text. */
const filesOf = (copyId: string) => IDBKeyRange.bound([copyId], [copyId, []]);

export const labelOf = (copyId: string, name: string) => `${copyId}\n${name}`;
/** Labels of what is no file; no file has a line break in its name. */
export const secretLabel = (copyId: string) => labelOf(copyId, '\nsecret');
export const streamLabel = (copyId: string) => labelOf(copyId, '\nstream');
export const licenceLabel = (copyId: string) => labelOf(copyId, '\nlicence');
