import { useEffect, useState } from 'react';

/** As `copy-store.ts` opens it, whose code most learners never need. */
const databaseName = 'prahari-offline';

/** Tells whether this browser may keep copies; true where it can't tell. */
export async function mayKeepCopies(): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return false;
  // Old browsers have no such list.
  if (!('databases' in indexedDB)) return true;
  const kept = await indexedDB.databases().catch(() => null);
  return kept === null || kept.some(({ name }) => name === databaseName);
}

/** Tells the same to what is shown; false until it is known. */
export function useMayKeepCopies(): boolean {
  const [mayKeep, setMayKeep] = useState(false);
  useEffect(() => {
    let isGone = false;
    void mayKeepCopies().then((may) => isGone || setMayKeep(may));
    return () => {
      isGone = true;
    };
  }, []);
  return mayKeep;
}
