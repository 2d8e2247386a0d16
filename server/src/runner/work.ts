import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, endpoints, type RunnerPart, runnerLeaseSeconds } from '@prahari/contract';
import { MediaError, type MediaTools, PieceTooShort } from '@prahari/media';
import { StartError } from '../platform/errors/app-error.ts';
import { computeBackOffMs } from './back-off.ts';
import { makeAndSend, SourceDamaged } from './make-part.ts';
import type { RunnerApi } from './runner-api.ts';

export interface Work {
  readonly api: RunnerApi;
  readonly tools: MediaTools;
  readonly folder: string;
  /** The planned end. */
  readonly signal: AbortSignal;
  say(line: string): void;
}

/** The same pause as between two questions to the job queue. */
const lookAgainMs = 3000;
/** Pause before asking again whether remote runners are allowed. */
const notAllowedMs = 60_000;
const beatMs = (runnerLeaseSeconds * 1000) / 6;

/**
 * Makes one part after the other until its signal ends it.
 * @throws StartError when the server has no more use for this runner
 */
export async function workAsRunner(work: Work): Promise<void> {
  await clearOtherSources(work, undefined);
  try {
    await workUntilStopped(work);
  } finally {
    await clearOtherSources(work, undefined);
  }
}

async function workUntilStopped(work: Work): Promise<void> {
  const { signal, say } = work;
  const rest = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  let failures = 0;
  let hasSaidNotAllowed = false;
  while (!signal.aborted) {
    try {
      const isBusy = await makeNext(work);
      if (failures > 0) say('The server answers again.');
      failures = 0;
      hasSaidNotAllowed = false;
      if (!isBusy) await rest(lookAgainMs);
    } catch (error) {
      if (signal.aborted) break;
      refuseWhenEnded(error);
      if (error instanceof ApiError && error.reason === 'runners_not_allowed') {
        if (!hasSaidNotAllowed) say('The server allows no remote runners at present; waiting.');
        hasSaidNotAllowed = true;
        await rest(notAllowedMs);
        continue;
      }
      const ms = waitAfter(error, failures);
      failures += 1;
      say(`${describe(error)} Trying again in ${Math.ceil(ms / 1000)} s.`);
      await rest(ms);
    }
  }
}

function waitAfter(error: unknown, failures: number): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(asked, computeBackOffMs(failures, Math.random()));
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  return `${message.replace(/\.$/, '')}${why === '' ? '' : ` (${why})`}.`;
}

/** @throws StartError with the sentence that the operator reads */
function refuseWhenEnded(error: unknown): void {
  if (error instanceof StartError) throw error;
  if (!(error instanceof ApiError)) return;
  if (error.reason === 'runner_unknown') {
    throw new StartError(
      'This runner was revoked, or is not registered at that server. To register it anew, remove its folder and ask an administrator for a token.',
    );
  }
  if (error.reason === 'runner_suspended') {
    throw new StartError(
      'This runner is suspended: too much of what it returned was refused. Check its ffmpeg and its disk, and ask an administrator to invite it anew.',
    );
  }
}

/** @returns whether there was a part to make */
async function makeNext(work: Work): Promise<boolean> {
  const { api, tools, folder, signal, say } = work;
  const { canMapTones, encoder } = tools;
  const body = { canMapTones, encoder: { ...encoder } };
  const { part } = await api.call(endpoints.runners.take, { body }, signal);
  if (!part) return false;
  await clearOtherSources(work, part.sourceId);
  say(`Making part ${part.part.name} of ${part.sourceId}.`);
  const lost = new AbortController();
  let fraction = 0;
  using _ = beat(work, part, lost, () => fraction);
  try {
    await makeAndSend(part, {
      api,
      tools,
      folder: path.join(folder, part.sourceId),
      signal: AbortSignal.any([signal, lost.signal]),
      onFraction(now) {
        fraction = Math.min(1, Math.max(0, now));
      },
    });
    say(`Part ${part.part.name} is given.`);
    return true;
  } catch (error) {
    const cause = lost.signal.aborted ? lost.signal.reason : error;
    if (isLost(cause)) {
      say(`Part ${part.part.name} is no longer wanted from here.`);
      return true;
    }
    await giveBack(work, part, error);
    throw cause;
  }
}

function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'part_lost';
}

/** Says now and then how far the part is, which keeps it for this runner. */
function beat(
  { api }: Work,
  { id, fence }: RunnerPart,
  lost: AbortController,
  read: () => number,
): Disposable {
  const timer = setInterval(() => {
    const body = { fence, fraction: read() };
    api.call(endpoints.runners.progress, { params: { id }, body }).catch((error: unknown) => {
      // Of a server that is away, the lease itself says whether it was too long.
      if (error instanceof ApiError && error.status >= 400 && error.status < 429) lost.abort(error);
    });
  }, beatMs);
  return {
    [Symbol.dispose](): void {
      clearInterval(timer);
    },
  };
}

async function giveBack({ api, signal }: Work, { id, fence }: RunnerPart, error: unknown) {
  const isFault =
    error instanceof SourceDamaged ||
    error instanceof PieceTooShort ||
    (error instanceof MediaError && faultsOfSource.has(error.code));
  const why = signal.aborted ? 'stopped' : isFault ? 'fault' : 'failed';
  await api
    .call(endpoints.runners.giveBack, { params: { id }, body: { fence, why } })
    .catch(() => undefined);
}

/** The worker of the video must see these for itself. */
const faultsOfSource: ReadonlySet<MediaError['code']> = new Set(['broken_file', 'endless_file']);

const uuidForm = /^[0-9a-f-]{36}$/;

/** Videos lie here in the clear: none stays longer than its parts are made. */
async function clearOtherSources({ folder }: Work, keep: string | undefined): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!uuidForm.test(name) || name === keep) continue;
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
