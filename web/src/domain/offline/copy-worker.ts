import { expose, transfer } from 'comlink';
import { openDeviceKey } from '../../shared/api/device-key.ts';
import { announceChange } from './copy-changes.ts';
import {
  type CopyIndex,
  describeFile,
  type IndexSigner,
  openIndex,
  requireListed,
  signIndex,
} from './copy-index.ts';
import {
  type CopyStore,
  labelOf,
  licenceLabel,
  openCopyStore,
  type StoredCopy,
  secretLabel,
  streamLabel,
} from './copy-store.ts';
import { CopyProblem, failureOf } from './kept-copy.ts';
import { createIvSource, deriveCopyKey, seal, unseal, unsealText } from './seal.ts';
import { isTextName } from './text-names.ts';
import { judgeClock, noteClock } from './trusted-clock.ts';
import type { FetchEnd, FetchOrder, OpenedCopy, OpenOrder, WorkerCalls } from './worker-calls.ts';

/** Two requests at a time fill a line whose answers take long to begin. */
const fetchesAtOnce = 2;
const tries = 4;
const firstPauseMs = 1000;

interface Opened {
  readonly key: CryptoKey;
  readonly index: CopyIndex;
  /** How often it was opened and not closed. */
  readonly holders: number;
}

const opened = new Map<string, Opened>();
const running = new Map<string, AbortController>();
const newIv = createIvSource();
let storing: Promise<CopyStore> | undefined;
let signing: Promise<IndexSigner> | undefined;

function store(): Promise<CopyStore> {
  storing ??= openCopyStore(() => {
    storing = undefined;
    opened.clear();
  });
  storing.catch(() => {
    storing = undefined;
  });
  return storing;
}

function signer(): Promise<IndexSigner> {
  signing ??= openDeviceKey();
  return signing;
}

/** The path of a download is refused: it has ended, or is for another network. */
class PathRefused extends Error {}
/** No answer came, or none that could be used, for long. */
class NoAnswer extends Error {}

/** Fetches, seals and stores what of a copy is not here, and completes it. */
async function fetchCopy(order: FetchOrder): Promise<FetchEnd> {
  const lock = { ifAvailable: true } as const;
  return navigator.locks.request(`prahari-copy:${order.copyId}`, lock, (held) =>
    held ? fetchHeld(order) : 'elsewhere',
  );
}

async function fetchHeld({ copyId, base }: FetchOrder): Promise<FetchEnd> {
  const kept = await store();
  const controller = new AbortController();
  running.set(copyId, controller);
  try {
    const copy = await kept.change(copyId, () => ({ state: 'downloading', failure: null }));
    if (!copy) return 'removed';
    announceChange();
    const key = await deriveKeyOf(kept, copy, copy.print);
    const isWhole = await fetchFiles(kept, copy, { key, base, signal: controller.signal });
    if (!isWhole) return 'removed';
    await completeCopy(kept, copy);
    return 'ready';
  } catch (error) {
    return await settleFailure(kept, copyId, controller.signal.aborted, error);
  } finally {
    running.delete(copyId);
    announceChange();
  }
}

async function settleFailure(
  kept: CopyStore,
  copyId: string,
  isPaused: boolean,
  error: unknown,
): Promise<FetchEnd> {
  if (isPaused) {
    await kept.change(copyId, () => ({ state: 'paused' }));
    return 'paused';
  }
  if (error instanceof PathRefused || error instanceof NoAnswer) {
    await kept.change(copyId, () => ({ state: 'waiting' }));
    return error instanceof PathRefused ? 'path-refused' : 'no-answer';
  }
  const failure = failureOf(error);
  await kept.change(copyId, () => ({ state: 'failed', failure }));
  return 'failed';
}

interface Fetching {
  readonly key: CryptoKey;
  readonly base: string;
  readonly signal: AbortSignal;
}

/** @returns false where the copy was removed meanwhile */
async function fetchFiles(kept: CopyStore, copy: StoredCopy, fetching: Fetching): Promise<boolean> {
  const here = new Set(await kept.listFileNames(copy.id));
  const missing = copy.files.filter((name) => !here.has(name));
  let isThere = true;
  async function fetchNext(): Promise<void> {
    for (let name = missing.shift(); name !== undefined && isThere; name = missing.shift()) {
      const bytes = await fetchFile(fetching.base + name, fetching.signal);
      const sealed = await seal(fetching.key, newIv(), labelOf(copy.id, name), bytes);
      isThere &&= await kept.putFile({ copyId: copy.id, name, ...sealed });
      announceChange();
    }
  }
  await Promise.all(Array.from({ length: fetchesAtOnce }, fetchNext));
  return isThere;
}

/** Statuses of a server that is busy, or slows a download down. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

async function fetchFile(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(address, { credentials: 'same-origin', signal }).catch(() => null);
    signal.throwIfAborted();
    if (answer?.ok) {
      const bytes = await answer.arrayBuffer().catch(() => null);
      signal.throwIfAborted();
      if (bytes) return bytes;
    }
    if (answer?.status === 401 || answer?.status === 403) throw new PathRefused();
    if (answer && !answer.ok && !isPassing(answer.status)) throw new CopyProblem('other');
    if (attempt === tries) throw new NoAnswer();
    await pause(firstPauseMs * 2 ** (attempt - 1), signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

async function completeCopy(kept: CopyStore, copy: StoredCopy): Promise<void> {
  const { id: copyId, videoId, userId, deviceId, print, expiresAtMs } = copy;
  const files: [string, CopyIndex['files'][string]][] = [];
  // One at a time: a copy may be larger than the memory of a page.
  for (const name of copy.files) {
    const file = await kept.getFile(copyId, name);
    if (!file) throw new CopyProblem('integrity');
    files.push([name, describeFile(file)]);
  }
  const index = await signIndex(await signer(), {
    version: 1,
    copyId,
    videoId,
    userId,
    deviceId,
    print,
    expiresAtMs,
    files: Object.fromEntries(files),
  });
  await kept.change(copyId, ({ bytes }) => ({
    state: 'ready',
    failure: null,
    index,
    totalBytes: bytes,
  }));
}

async function deriveKeyOf(kept: CopyStore, copy: StoredCopy, print: string): Promise<CryptoKey> {
  const { id: copyId, deviceId } = copy;
  const secret = await unseal(await kept.wrappingKey(), copy.secret, secretLabel(copyId));
  return deriveCopyKey(new Uint8Array(secret), { copyId, deviceId, print });
}

/**
 * Opens a copy to play it, if that may be.
 * @throws CopyProblem
 */
async function openCopy({ copyId, userId, print }: OpenOrder): Promise<OpenedCopy> {
  const kept = await store();
  const copy = await kept.get(copyId);
  const { index: signed, stream, licence } = copy ?? {};
  if (!copy || copy.userId !== userId || !signed || !stream || !licence)
    throw new CopyProblem('not-found');
  if (copy.revokedFor !== null) throw new CopyProblem('revoked');
  const index = await openIndex(await signer(), signed, { copyId, print });
  await requireTime(kept, index.expiresAtMs);
  const key = await deriveKeyOf(kept, copy, print);
  const content = {
    videoId: index.videoId,
    expiresAtMs: index.expiresAtMs,
    leftAtSeconds: copy.leftAtSeconds,
    stream: await unsealText(key, stream, streamLabel(copyId)),
    licence: await unsealText(key, licence, licenceLabel(copyId)),
    heldLicence: copy.heldLicence ?? null,
    texts: Object.keys(index.files).filter(isTextName),
  };
  const holders = (opened.get(copyId)?.holders ?? 0) + 1;
  opened.set(copyId, { key, index, holders });
  return content;
}

/** Forgets the key of a copy that no one plays any more. */
function closeCopy(copyId: string): void {
  const one = opened.get(copyId);
  if (one && one.holders > 1) opened.set(copyId, { ...one, holders: one.holders - 1 });
  else opened.delete(copyId);
}

/** @throws CopyProblem 'clock-moved-back' or 'expired' */
async function requireTime(kept: CopyStore, expiresAtMs: number, ranMs = 0): Promise<void> {
  const clockMs = Date.now();
  const verdict = judgeClock(await kept.readClock(), clockMs);
  if (verdict.kind === 'moved-back') throw new CopyProblem('clock-moved-back');
  await kept.changeClock((known) => noteClock(known, clockMs, ranMs));
  if (verdict.nowMs >= expiresAtMs) throw new CopyProblem('expired');
}

/** Reads a file of an opened copy. @throws CopyProblem */
async function readFile(copyId: string, name: string): Promise<ArrayBuffer> {
  const one = opened.get(copyId);
  const kept = await store();
  const file = await kept.getFile(copyId, name);
  if (!one || !file) throw new CopyProblem(one ? 'integrity' : 'not-found');
  requireListed(one.index, name, file);
  const bytes = await unseal(one.key, file, labelOf(copyId, name));
  return transfer(bytes, [bytes]);
}

const calls: WorkerCalls = {
  fetchCopy,
  pauseCopy: (copyId) => running.get(copyId)?.abort(),
  openCopy,
  closeCopy,
  readFile,
  async keepTime(copyId, ranMs) {
    const one = opened.get(copyId);
    if (!one) throw new CopyProblem('not-found');
    const kept = await store();
    const copy = await kept.get(copyId);
    if (!copy) throw new CopyProblem('not-found');
    if (copy.revokedFor !== null) throw new CopyProblem('revoked');
    await requireTime(kept, one.index.expiresAtMs, ranMs);
  },
};

expose(calls);
