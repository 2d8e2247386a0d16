import * as z from 'zod/mini';
import type { KeptValues } from './browser-storage.ts';

/** A list in the storage of the browser, from old to new. */
export interface StoredList<Item> {
  /** Reads it again each time, since other tabs write to it too. An unreadable list is empty. */
  read(): Item[];
  write(items: readonly Item[]): void;
}

/** Opens the list under this key. A storage that is full or denied loses it and does no other harm. */
export function openStoredList<Item>(
  storage: KeptValues,
  key: string,
  itemSchema: z.ZodMiniType<Item>,
): StoredList<Item> {
  const listSchema = z.array(itemSchema);
  return {
    read() {
      try {
        const parsed = z.safeParse(listSchema, JSON.parse(storage.getItem(key) ?? '[]'));
        return parsed.success ? parsed.data : [];
      } catch {
        return [];
      }
    },
    write(items) {
      try {
        if (items.length === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(items));
      } catch {
        // The page works without it.
      }
    },
  };
}
