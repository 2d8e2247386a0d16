import { streamSchema } from '@prahari/contract';
import { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { PlayableCopies } from '../../../domain/offline/browser-copies.ts';
import type { HeldLicence } from '../../../domain/offline/held-licence.ts';
import { type CopyFailure, failureOf } from '../../../domain/offline/kept-copy.ts';
import { buildCopyBase } from '../../../domain/offline/plan-copy.ts';
import { isCaptionsName } from '../../../domain/offline/text-names.ts';
import { openCopies } from '../../../domain/offline/use-copies.ts';
import { queryKeys } from '../../../domain/query-keys.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createMemoryStorage, type KeptValues } from '../../../shared/storage/browser-storage.ts';
import { giveFiles } from '../engine/network/local-addresses.ts';
import { abandon, type BegunPlayback, beginFromFiles } from '../engine/start/begin-playback.ts';
import { createBegunAhead } from '../engine/start/begun-ahead.ts';
import { keepLicence } from '../persistence/kept-licences.ts';
import { createCopyApi } from './copy-api.ts';

/** A copy that is open, with the playback that loads it. */
export interface OpenCopy {
  readonly copies: PlayableCopies;
  readonly api: Api;
  /** What was answered for this copy: apart from what the server says of its video. */
  readonly answers: QueryClient;
  readonly playback: BegunPlayback;
  readonly expiresAtMs: number;
  readonly hasCaptions: boolean;
  /** Why a file could not be read; null as long as all could. */
  readonly readFailure: () => CopyFailure | null;
}

/** One that was opened ahead must not answer for another: only the own reads know why they failed. */
let openings = 0;

const waiting = createBegunAhead(abandonCopy);

/** Frees a copy that was opened and will not be shown. */
export function abandonCopy({ playback }: OpenCopy): void {
  abandon({ kind: 'begun', playback });
}

/**
 * Opens a copy that is likely to be chosen (`bench -- offline`): its key is derived and its player
 * made. Nothing is read of its files, and no licence given, before the choice.
 */
export function openCopyAhead(api: Api, copyId: string): void {
  const key = keyOf(api, copyId);
  if (!waiting.isWaiting(key)) waiting.beginAhead(key, (chosen) => open(api, copyId, chosen));
}

/** Loads a copy at the click, while the page that will show it still renders. */
export function beginCopy(api: Api, copyId: string): void {
  const key = keyOf(api, copyId);
  if (!waiting.choose(key)) waiting.beginChosen(key, (chosen) => open(api, copyId, chosen));
}

/** Takes what was begun before this page was there, once, or begins. @throws CopyProblem */
export function takeCopy(api: Api, copyId: string): Promise<OpenCopy> {
  beginCopy(api, copyId);
  return waiting.take();
}

/** Closes what was opened ahead and not chosen. */
export const dropUnchosenCopy = waiting.dropUnchosen;

/** What was opened for one user is nothing for the next. */
const keyOf = ({ session }: Api, copyId: string) => `${session.state().context?.user.id} ${copyId}`;

/** @throws CopyProblem */
async function open(api: Api, copyId: string, chosen: Promise<void>): Promise<OpenCopy> {
  const copies = await openCopies(api);
  const { licence, heldLicence, expiresAtMs, leftAtSeconds, texts, ...opened } =
    await copies.open(copyId);
  const kept = z.parse(streamSchema, JSON.parse(opened.stream));
  openings += 1;
  const base = buildCopyBase(`${copyId}.${openings}`);
  const manifest = {
    ...kept.manifest,
    text: kept.manifest.text.replaceAll(buildCopyBase(copyId), base),
  };
  const resumeAtSeconds = leftAtSeconds ?? kept.resumeAtSeconds;
  const stream = { ...kept, manifest, resumeAtSeconds };
  let failure: CopyFailure | null = null;
  const openFiles = giveFiles(base, async (name) => {
    try {
      return await copies.read(copyId, name);
    } catch (error) {
      failure ??= failureOf(error);
      throw error;
    }
  });
  const copyApi = createCopyApi({ api, copies, copyId, licence, expiresAtMs, texts });
  const onOver = () => copies.close(copyId);
  const { videoId } = stream;
  const keptLicences = rememberHeld(videoId, heldLicence, expiresAtMs);
  const playback = beginFromFiles(copyApi, stream, chosen, { openFiles, keptLicences, onOver });
  const hasCaptions = texts.some(isCaptionsName);
  return {
    copies,
    api: copyApi,
    answers: createAnswers(videoId),
    playback,
    expiresAtMs,
    hasCaptions,
    readFailure: () => failure,
  };
}

/** Tells a player where the licence lies that a key system keeps for this copy. */
function rememberHeld(videoId: string, held: HeldLicence | null, expiresAtMs: number): KeptValues {
  const values = createMemoryStorage();
  if (held) {
    const { wanted, sessionId, initData } = held;
    const expirationTime = new Date(expiresAtMs).toISOString();
    const where = { videoId, keySystem: wanted.name, sessionId, initDataType: 'cenc' };
    keepLicence(values, { ...where, initData, expirationTime });
  }
  return values;
}

/** Chapters and captions come without a connection; what else is asked for waits for one. */
function createAnswers(videoId: string): QueryClient {
  const answers = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  for (const what of ['detail', 'captions']) {
    answers.setQueryDefaults([...queryKeys.videos, videoId, what], { networkMode: 'always' });
  }
  return answers;
}
