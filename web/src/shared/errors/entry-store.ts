import { clientErrorReportSchema } from '@prahari/contract';
import * as z from 'zod/mini';
import type { ErrorEntry } from './error-entry.ts';

const STORAGE_KEY = 'prahari.errors';

const entriesSchema = z.array(
  z.extend(clientErrorReportSchema, { userId: z.nullable(z.string()) }),
);

/** Entries from old to new. */
export interface EntryStore {
  read(): ErrorEntry[];
  write(entries: readonly ErrorEntry[]): void;
}

/** Keeps the log where all tabs of this browser see it. */
export function createEntryStore(storage: Pick<Storage, 'getItem' | 'setItem'>): EntryStore {
  return {
    read() {
      try {
        const parsed = z.safeParse(entriesSchema, JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]'));
        return parsed.success ? parsed.data : [];
      } catch {
        return [];
      }
    },
    write(entries) {
      try {
        storage.setItem(STORAGE_KEY, JSON.stringify(entries));
      } catch {
        // A full storage must not turn one error into another.
      }
    },
  };
}
