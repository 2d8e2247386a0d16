import { judgeDevice } from '@prahari/contract';
import { readDevice } from '../../domain/device/read-device.ts';
import type { BrowserFacts, ScreenFacts } from './browser-rule.ts';
import { probeCodecs, probeKeySystems } from './probe-media.ts';
import { askServer, measureLine } from './probe-server.ts';
import type { Probes } from './run-checks.ts';
import type { StorageFacts } from './storage-rule.ts';

/** Probes of this browser and its connection. */
export const browserProbes: Probes = {
  browser: probeBrowser,
  screen: probeScreen,
  codecs: probeCodecs,
  keySystems: probeKeySystems,
  storage: probeStorage,
  server: askServer,
  line: measureLine,
};

function probeBrowser(): BrowserFacts {
  return {
    userAgent: navigator.userAgent,
    hasMediaSource: 'MediaSource' in window || 'ManagedMediaSource' in window,
    hasEncryptedMedia: 'requestMediaKeySystemAccess' in navigator,
    hasFullscreen: document.fullscreenEnabled || 'webkitFullscreenEnabled' in document,
  };
}

/** @param minimumPixels least width of a desktop's screen, in device pixels */
function probeScreen(minimumPixels: number): ScreenFacts {
  const device = readDevice();
  const ratio = Math.max(1, device.pixelRatio);
  return {
    verdict: judgeDevice(device, minimumPixels),
    width: Math.round(device.screenWidth * ratio),
    height: Math.round(device.screenHeight * ratio),
    minimumPixels,
  };
}

async function probeStorage(): Promise<StorageFacts> {
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
