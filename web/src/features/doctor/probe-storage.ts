import type { StorageFacts } from './storage-rule.ts';

export async function probeStorage(): Promise<StorageFacts> {
  const [hasDatabase, freeBytes] = await Promise.all([canKeep(), freeRoom()]);
  return { hasCookies: navigator.cookieEnabled, hasDatabase, freeBytes };
}

async function freeRoom(): Promise<number | null> {
  if (!navigator.storage?.estimate) return null;
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined ? null : quota - (usage ?? 0);
}

const databaseName = 'prahari-doctor';

/** Writes a word, reads it, and removes what it made. */
async function canKeep(): Promise<boolean> {
  try {
    const database = await opened();
    const transaction = database.transaction('words', 'readwrite');
    const store = transaction.objectStore('words');
    store.put('kept', 'word');
    const word = await answerOf(store.get('word'));
    database.close();
    indexedDB.deleteDatabase(databaseName);
    return word === 'kept';
  } catch {
    return false;
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('words');
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database refused'));
  });
}
