/** Values that outlive the page in this browser, as far as it allows. */
export type KeptValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * `storage`, or memory for as long as the page lives where storage is denied (even reaching for it
 * throws then) or full. Nothing that is kept here is worth a page that does not work.
 */
export function createForgivingStorage(storage: () => KeptValues): KeptValues {
  const memory = new Map<string, string>();
  return {
    getItem(key) {
      if (memory.has(key)) return memory.get(key) ?? null;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        storage().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    removeItem(key) {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // It holds nothing that could be read either.
      }
    },
  };
}

/** Values that live as long as who holds them. */
export function createMemoryStorage(): KeptValues {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

export const browserStorage = createForgivingStorage(() => localStorage);
/** The same for what only this tab may find again. */
export const tabStorage = createForgivingStorage(() => sessionStorage);
