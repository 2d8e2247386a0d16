import {
  listPartFiles,
  type MediaTools,
  makeSharedPart,
  type Part,
  type PartLengths,
  type Progress,
  planSharedParts,
  softwareEncoder,
  pieceSeconds as usualPieceSeconds,
} from '@prahari/media';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { claimLease, type Lease, LeaseTaken, settleLease } from '../../../platform/jobs/lease.ts';
import type { WorkerDeps } from '../ingest.deps.ts';
import { planLadders } from '../processing/find-ladder.usecases.ts';
import { listSteps } from '../processing/steps.repository.ts';
import { parseVideoFacts, type VideoFacts } from '../processing/video-facts.rules.ts';
import { removeFilesOfTry, storePartFiles } from './part-files.usecases.ts';
import {
  findGains,
  listOpenPlans,
  listParts,
  partToLease,
  recordMadePart,
  returnPart,
} from './parts.repository.ts';
import { orderForHelper } from './parts.rules.ts';

export type TakeDeps = Pick<WorkerDeps, 'db' | 'pieceSeconds' | 'partStore'>;

/** What decides whether parts of another worker fit to those that are made here. */
export type PartTools = Pick<MediaTools, 'canMapTones' | 'encoder'>;

/** A part that is to be made here, and all that it takes. Its data is plain, and can be sent. */
export interface TakenPart {
  readonly id: string;
  readonly jobId: string;
  readonly videoId: string;
  /** The upload, in the store of uploads. */
  readonly sourceName: string;
  readonly lease: Lease;
  readonly part: Part;
  readonly facts: VideoFacts;
  readonly ladder: ReturnType<typeof planLadders>['whole'];
  /** By stream. */
  readonly gainsDb: ReadonlyMap<number, number>;
  /** With which it must be made. */
  readonly encoder: PartTools['encoder'];
}

export interface TakeOptions {
  /** Of this job alone. */
  readonly jobId?: string | undefined;
  /** How long it is kept for who is silent, instead of five seconds. */
  readonly leaseSeconds?: number;
  /** The only kind that is taken. */
  readonly kind?: Part['kind'];
}

/** A job with parts that can be made here. */
export type OpenJob = Pick<TakenPart, 'jobId' | 'sourceName'>;

/**
 * Finds the oldest job with a part that can be made with some tools. Who fetches its source first,
 * and takes a part then, lets no worker wait for that.
 */
export async function findOpenJob(deps: TakeDeps, tools: PartTools): Promise<OpenJob | undefined> {
  for (const plan of await listOpenPlans(deps.db)) {
    if (await understandPlan(deps, plan, tools)) return plan;
  }
  return undefined;
}

/**
 * Takes the next part that can be made with some tools, of the oldest job; the caller renews its
 * lease (`holdLease`) until it gives the part or returns it.
 */
export async function takePart(
  deps: TakeDeps,
  tools: PartTools,
  { jobId: wanted, leaseSeconds, kind }: TakeOptions = {},
): Promise<TakenPart | undefined> {
  const { db } = deps;
  const plans = await listOpenPlans(db);
  for (const plan of plans.filter(({ jobId }) => wanted === undefined || jobId === wanted)) {
    const known = await understandPlan(deps, plan, tools);
    if (!known) continue;
    for (const row of orderForHelper(await listParts(db, plan))) {
      const part = known.parts.find(({ name }) => name === row.name);
      if (!part || (kind !== undefined && part.kind !== kind)) continue;
      const lease = await claim(db, row.id, leaseSeconds);
      if (!lease) continue;
      if (lease.isTooMany) {
        await returnTakenPart(deps, { id: row.id, lease }, 'fault');
        continue;
      }
      const gainsDb = await findGains(db, row.id);
      const { jobId, videoId, sourceName } = plan;
      const { facts, ladder, encoder } = known;
      return {
        id: row.id,
        jobId,
        videoId,
        sourceName,
        lease,
        part,
        facts,
        ladder,
        gainsDb,
        encoder,
      };
    }
  }
  return undefined;
}

async function claim(db: DbOrTrx, id: string, leaseSeconds?: number): Promise<Lease | undefined> {
  const lease = await claimLease(db, partToLease(id, leaseSeconds)).catch((error: unknown) => {
    if (error instanceof LeaseTaken) return undefined;
    throw error;
  });
  return lease;
}

/** Plans the same parts as the worker of the video did; undefined where they would be others. */
async function understandPlan(
  { db, pieceSeconds = usualPieceSeconds }: TakeDeps,
  plan: Awaited<ReturnType<typeof listOpenPlans>>[number],
  tools: PartTools,
) {
  const probed = (await listSteps(db, plan.jobId)).find(({ step }) => step === 'probe');
  const facts = parseVideoFacts(probed?.result);
  const ladders = facts && planLadders(facts);
  const ladder = plan.step === 'transcode_low' ? ladders?.low : ladders?.high;
  if (!facts || !ladder) return undefined;
  const lengths: PartLengths = { pieceSeconds };
  for (const encoder of [tools.encoder, softwareEncoder]) {
    if (encoder.name !== plan.encoder) continue;
    const source = { facts, ladder, tools: { ...tools, encoder } };
    const { fingerprint, pictures, sound } = planSharedParts(source, lengths);
    if (fingerprint !== plan.fingerprint) continue;
    return { facts, ladder, encoder, parts: [...pictures, ...sound] };
  }
  return undefined;
}

export interface MakeFolders {
  /** Gets a copy of the source that can be entered, where one is needed. */
  readonly copyDir: string;
  /** Created by this call. */
  readonly outDir: string;
}

/**
 * Makes a part that was taken.
 * @param inputPath of the source, readable here
 * @throws MediaError, and what says that only the worker of the video can judge
 */
export async function makeTakenPart(
  {
    facts,
    ladder,
    part,
    gainsDb,
    encoder,
  }: Pick<TakenPart, 'facts' | 'ladder' | 'part' | 'gainsDb' | 'encoder'>,
  use: MakeFolders & {
    readonly inputPath: string;
    readonly tools: MediaTools;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: Progress) => void;
  },
): Promise<void> {
  const tools = { ...use.tools, encoder };
  await makeSharedPart({ ...use, facts, ladder, tools }, part, gainsDb);
}

/**
 * Gives a part that was made here to the worker of its video.
 * @param dir holds its files and nothing else
 * @throws LeaseLost when it is no longer wanted from here; then nothing of it is left in the store
 */
export async function givePart(deps: TakeDeps, taken: TakenPart, dir: string): Promise<void> {
  const { id, jobId, lease } = taken;
  const made = { jobId, partId: id, fence: lease.fence };
  try {
    const files = await storePartFiles(deps, made, dir);
    await settleLease(deps.db, lease, (trx) => recordMadePart(trx, id, files));
  } catch (error) {
    await removeFilesOfTry(deps, made, listPartFiles(taken.part, taken.ladder));
    throw error;
  }
}

/**
 * Gives a part back that was not made.
 * @param why `stopped`: another takes it at once; `failed`: perhaps another can; `fault`: the worker
 * of the video must see for itself
 */
export async function returnTakenPart(
  { db }: Pick<TakeDeps, 'db'>,
  { id, lease }: Pick<TakenPart, 'id' | 'lease'>,
  why: 'stopped' | 'failed' | 'fault',
): Promise<void> {
  const state = why === 'fault' ? 'left' : 'waiting';
  const isCounted = why !== 'stopped';
  await settleLease(db, lease, (trx) => returnPart(trx, id, state), { isCounted });
}
