import { ApiError, endpoints, offlineLimits } from '@prahari/contract';
import { type Remote, wrap } from 'comlink';
import type { Api } from '../../shared/api/browser-api.ts';
import { browserConnection } from '../../shared/connection/browser-connection.ts';
import { isRefusedForGood } from '../../shared/outbox/redelivery.ts';
import { keepAppForCopies } from '../video-cache/keep-house.ts';
import { announceChange, followChanges } from './copy-changes.ts';
import { type CopyStore, openCopyStore, type StoredCopy, type ViewEvent } from './copy-store.ts';
import { takeDevicePrint } from './device-print.ts';
import { keepGrant } from './keep-grant.ts';
import {
  type CopiesView,
  type CopyFailure,
  CopyProblem,
  failureOf,
  type OfflineCopies,
} from './kept-copy.ts';
import { noteNoCopies } from './kept-mark.ts';
import { presentCopies, presentCopy } from './present-copies.ts';
import { checkCopies, dropLicenceOf, sendViews } from './settle-copies.ts';
import type { OpenedCopy, WorkerCalls } from './worker-calls.ts';

type OwnApi = Pick<Api, 'call' | 'session'>;

/** What the player of copies needs besides. */
export interface PlayableCopies extends OfflineCopies {
  /** Opens a copy of the signed-in learner, to be closed again. @throws CopyProblem */
  open(copyId: string): Promise<OpenedCopy>;
  /** Forgets its key, unless it was opened once more. */
  close(copyId: string): void;
  /** @throws CopyProblem */
  read(copyId: string, name: string): Promise<ArrayBuffer>;
  /** Notes that it played for so long. @throws CopyProblem where the copy may not go on to play */
  keepTime(copyId: string, ranMs: number): Promise<void>;
  /** Keeps a playback event until there is a connection. */
  keepView(copyId: string, event: ViewEvent): Promise<void>;
}

const refreshAfterMs = 150;
const checkEveryMs = 5 * 60_000;
/** Paths end after an hour, and with a change of network; one that ends at once is no use. */
const mostRenewals = 24;

const unknownView: CopiesView = { copies: [], bytes: 0, isKnown: false, isSupported: true };

/** Tells whether this browser has what copies need. */
function canKeepCopies(): boolean {
  return (
    'locks' in navigator &&
    'BroadcastChannel' in globalThis &&
    'Worker' in globalThis &&
    'throwIfAborted' in AbortSignal.prototype
  );
}

/** Wires the copies to this browser. Call it once for the page. */
export function createBrowserCopies(api: OwnApi): PlayableCopies {
  let storing: Promise<CopyStore> | undefined;
  let working: Remote<WorkerCalls> | undefined;
  let print: Promise<string> | undefined;

  const store = () => {
    storing ??= openCopyStore(() => {
      storing = undefined;
      shown.refreshSoon();
    });
    storing.catch(() => {
      storing = undefined;
    });
    return storing;
  };
  const worker = () => {
    working ??= wrap<WorkerCalls>(
      new Worker(new URL('./copy-worker.ts', import.meta.url), { type: 'module' }),
    );
    return working;
  };
  const takePrint = () => {
    print ??= takeDevicePrint();
    return print;
  };
  const userId = () => api.session.state().context?.user.id ?? null;
  const pauseIfRunning = async (id: string) => working?.pauseCopy(id);
  const shown = createShownCopies(store, userId);

  /** What this tab itself changed; the channel tells the others. */
  async function publishChange() {
    announceChange();
    await shown.refresh();
  }

  async function change(id: string, changed: Partial<StoredCopy>) {
    await (await store()).change(id, () => changed);
    await publishChange();
  }

  async function fail(id: string, error: unknown) {
    const failure = explainFailure(error);
    try {
      await change(id, { state: 'failed', failure });
    } catch {
      // A full disk does not take this down either.
      shown.unwritten.set(id, failure);
      await shown.refresh();
    }
  }

  async function download(videoId: string) {
    if (!shown.view().isSupported) throw new CopyProblem('storage-denied');
    // Two tabs at once: the second finds what the first began.
    const begun = await navigator.locks.request(`prahari-copy-start:${videoId}`, async () =>
      beginCopy({ api, kept: await store(), userId, takePrint }, videoId),
    );
    await publishChange();
    if (begun.base === null) return resume(begun.id);
    void run(begun.id, begun.base);
  }

  /** Fetches until it ends, with new paths where one ends, and after a lost connection. */
  async function run(id: string, firstBase: string | null) {
    let base = firstBase;
    await keepAppForCopies().catch(() => undefined);
    for (let renewals = 0; renewals < mostRenewals; renewals += 1) {
      try {
        base ??= await renewPath(api, await store(), id);
        if (base === null) return;
        const end = await worker().fetchCopy({ copyId: id, base });
        shown.refreshSoon();
        if (end === 'no-answer') await browserConnection.check();
        else if (end !== 'path-refused') return;
      } catch (error) {
        if (!isAway(error)) return fail(id, error);
        await change(id, { state: 'waiting' });
      }
      base = null;
      await browserConnection.whenUp();
    }
    await fail(id, new CopyProblem('network'));
  }

  async function resume(id: string) {
    const copy = await (await store()).get(id);
    if (!copy || copy.state === 'ready') return;
    shown.unwritten.delete(id);
    if (copy.state !== 'downloading') await change(id, { state: 'waiting', failure: null });
    void run(id, null);
  }

  async function open(copyId: string): Promise<OpenedCopy> {
    const owner = userId();
    if (owner === null) throw new CopyProblem('not-found');
    return worker().openCopy({ copyId, userId: owner, print: await takePrint() });
  }

  async function remove(id: string) {
    await pauseIfRunning(id);
    const kept = await store();
    const copy = await kept.get(id);
    if (copy) await removeKept(kept, copy);
    await publishChange();
    // The server forgets it by itself when its time is over.
    await api.call(endpoints.offline.remove, { params: { id } }).catch(() => undefined);
  }

  async function check() {
    const kept = await store();
    const owner = userId();
    const own = (await kept.list()).filter((copy) => copy.userId === owner);
    if (own.length > 0) await checkCopies({ api, kept, pauseCopy: pauseIfRunning }, own);
    await sendViews(api, kept);
    await publishChange();
  }

  /** Another learner signed in: what the one before kept is not theirs. */
  async function removeOthers() {
    const owner = userId();
    if (owner === null) return;
    const kept = await store();
    for (const copy of await kept.list()) {
      if (copy.userId === owner) continue;
      await pauseIfRunning(copy.id);
      await removeKept(kept, copy);
    }
  }

  async function continueDownloads() {
    await removeOthers();
    await shown.refresh();
    if (userId() === null) return;
    await check().catch(() => undefined);
    for (const { id, state } of shown.view().copies) {
      if (state === 'waiting' || state === 'downloading') void run(id, null);
    }
  }

  function continueAll() {
    void continueDownloads().catch(shown.showUnsupported);
  }

  if (shown.view().isSupported) {
    followChanges(shown.refreshSoon);
    followOwner(api.session, continueAll);
    continueAll();
    browserConnection.subscribe(() => {
      if (browserConnection.isUp()) void check().catch(() => undefined);
    });
    setInterval(() => void check().catch(() => undefined), checkEveryMs);
  }

  return {
    view: shown.view,
    subscribe: shown.subscribe,
    download,
    async pause(id) {
      await worker().pauseCopy(id);
      await change(id, { state: 'paused' });
    },
    resume,
    remove,
    async removeAll() {
      const kept = await store();
      const all = await kept.list();
      for (const { id } of all) await pauseIfRunning(id);
      await kept.clear();
      noteNoCopies();
      await Promise.all(all.map(dropLicenceOf));
      await publishChange();
    },
    check,
    open,
    close: (copyId) => void working?.closeCopy(copyId),
    read: (copyId, name) => worker().readFile(copyId, name),
    keepTime: (copyId, ranMs) => worker().keepTime(copyId, ranMs),
    async keepView(copyId, event) {
      const kept = await store();
      await kept.addView({ copyId, event });
      await kept.change(copyId, () => ({ leftAtSeconds: event.position }));
    },
  };
}

/** Creates what this page shows of the copies, and reads them again after a change. */
function createShownCopies(store: () => Promise<CopyStore>, userId: () => string | null) {
  const listeners = new Set<() => void>();
  /** Failures that could not be stored: of this page alone. */
  const unwritten = new Map<string, CopyFailure>();
  let view: CopiesView = { ...unknownView, isSupported: canKeepCopies() };
  let isRefreshPlanned = false;

  function show(next: CopiesView) {
    view = next;
    for (const listener of listeners) listener();
  }

  const showUnsupported = () => show({ ...unknownView, isSupported: false });

  async function refresh() {
    const ownerId = userId();
    try {
      const all = await (await store()).list();
      show(presentCopies(all, { ownerId, unwritten, nowMs: Date.now() }));
    } catch {
      showUnsupported();
    }
  }

  function refreshSoon() {
    if (isRefreshPlanned) return;
    isRefreshPlanned = true;
    setTimeout(() => {
      isRefreshPlanned = false;
      void refresh();
    }, refreshAfterMs);
  }

  return {
    unwritten,
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    refreshSoon,
    showUnsupported,
  };
}

/**
 * Begins a copy of a video, unless the learner has one that is in order.
 * @returns the copy, with the path of its files if it is a new one
 * @throws CopyProblem
 */
async function beginCopy(
  deps: {
    readonly api: OwnApi;
    readonly kept: CopyStore;
    readonly userId: () => string | null;
    readonly takePrint: () => Promise<string>;
  },
  videoId: string,
) {
  const { api, kept, userId, takePrint } = deps;
  const owner = userId();
  const all = await kept.list();
  const known = all.find((copy) => copy.videoId === videoId && copy.userId === owner);
  if (known && presentCopy(known, Date.now()).failure === null) return { id: known.id, base: null };
  if (known) await removeKept(kept, known);
  const others = all.filter((copy) => copy !== known);
  if (others.length >= offlineLimits.copies) throw new CopyProblem('too-many');
  const usedBytes = others.reduce((sum, copy) => sum + (copy.totalBytes ?? copy.bytes), 0);
  try {
    const grant = await api.call(endpoints.offline.create, { body: { videoId } });
    const owned = { api, kept, ownerId: userId(), print: await takePrint() };
    return await keepGrant(owned, grant, usedBytes);
  } catch (error) {
    throw new CopyProblem(explainFailure(error), error);
  }
}

/** @returns null where the copy is not there any more, or is paused */
async function renewPath(api: OwnApi, kept: CopyStore, id: string): Promise<string | null> {
  const copy = await kept.get(id);
  if (!copy || copy.state === 'paused' || copy.state === 'ready') return null;
  const body = { videoId: copy.videoId, copyId: id };
  const { stream } = await api.call(endpoints.offline.create, { body });
  const [, base = null] = /<BaseURL>([^<]+)<\/BaseURL>/.exec(stream.manifest.text) ?? [];
  return base;
}

/** Calls when another learner is signed in, or none any more: the page may live through both. */
function followOwner(session: OwnApi['session'], onChange: () => void): void {
  const readOwner = () => session.state().context?.user.id;
  let owner = readOwner();
  session.subscribe(() => {
    const next = readOwner();
    if (next !== owner) onChange();
    owner = next;
  });
}

async function removeKept(kept: CopyStore, copy: StoredCopy): Promise<void> {
  await kept.remove(copy.id);
  void dropLicenceOf(copy);
}

/** Tells whether the server is not there, or too busy to say anything about the copy. */
function isAway(error: unknown): boolean {
  return error instanceof ApiError && !isRefusedForGood(error);
}

const failureOfReason: Readonly<Record<string, CopyFailure>> = {
  offline_copies_full: 'too-many',
  offline_copies_of_day: 'too-many-today',
  offline_not_allowed: 'not-allowed',
};

function explainFailure(error: unknown): CopyFailure {
  if (!(error instanceof ApiError)) return failureOf(error);
  if (isAway(error)) return 'network';
  return failureOfReason[error.reason ?? ''] ?? 'not-allowed';
}
