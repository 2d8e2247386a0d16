import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type AuditAction, type EventName, endpoints, type RunnerPart } from '@prahari/contract';
import {
  type Crew,
  type LadderRequest,
  type Part,
  planSharedParts,
  probe,
  softwareEncoder,
  transcodeLadder,
} from '@prahari/media';
import { v7 as uuidv7 } from 'uuid';
import { expect, vi } from 'vitest';
import { dataFoldersOf } from '../../../data-folder.ts';
import { systemClock as clock } from '../../../platform/clock/clock.ts';
import { claimLease } from '../../../platform/jobs/lease.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createUploadFolder } from '../../../platform/uploads/upload-folder.ts';
import { createRunnerApi, type RunnerApi } from '../../../runner/runner-api.ts';
import { findMediaTools } from '../../../testing/media-tools.ts';
import { setConfig } from '../../../testing/set-config.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';
import { makeClip } from '../../../testing/video-clip.ts';
import { insertVideo } from '../../videos/index.ts';
import { createCrew } from '../parts/share-parts.usecases.ts';
import { jobToLease } from '../processing/attempts.repository.ts';
import { planLadders } from '../processing/find-ladder.usecases.ts';
import { ensureSteps } from '../processing/steps.repository.ts';
import { insertUploadJob } from '../upload/upload-jobs.repository.ts';

const plainTools = {
  canMapTones: true,
  encoder: { name: 'libx264', device: null },
} as const;

/** A video whose worker is at its first step of encoding. */
export interface Lecture {
  readonly jobId: string;
  readonly request: Omit<LadderRequest, 'kept'>;
  readonly crew: Crew;
  /** Those that a runner may get; the first is the worker's own. */
  readonly parts: readonly Part[];
  /** Offers them as the worker does, which then does nothing more. */
  offer(offered?: readonly Part[]): Promise<void>;
  /** The worker's whole step, with its eyes on what others do. */
  transcode(given?: Crew): Promise<unknown>;
}

/** Makes a clip of 320 × 180 with a tone, which is cut into pieces of 24 s. */
export async function makeLecture(file: string, seconds: number): Promise<void> {
  const tools = await findMediaTools();
  const picture = `testsrc2=s=320x180:r=5:d=${seconds}`;
  const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=d=${seconds}`];
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-c:a', 'aac'];
  await makeClip(tools, file, [...sources, ...encoding, '-f', 'mp4']);
}

/**
 * Opens a web process that runners call, and beside it a worker of the test's own over the same
 * database and folders, whose steps the test takes one by one.
 */
export async function openRunnerSite() {
  const server = await startTestServer();
  const tools = await findMediaTools();
  await setConfig(server, { security: { remoteRunners: true } });
  const admin = await server.superAdmin();
  const { db, dataDir } = server.instance.foundation;
  const folders = dataFoldersOf(dataDir);
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'prahari-runners-'));
  const partStore = createUploadFolder({ dir: folders.partDir, reserveBytes: 0 });
  for (const dir of [folders.uploadDir, folders.partDir]) await mkdir(dir, { recursive: true });
  const plain = { canMapTones: tools.canMapTones, encoder: plainTools.encoder };

  async function invite(name = 'Library'): Promise<{ id: string; token: string }> {
    const { runner, token } = await admin.call(endpoints.runners.invite, { body: { name } });
    return { id: runner.id, token };
  }

  async function register(name?: string): Promise<{ id: string; secret: string; api: RunnerApi }> {
    const { id, token } = await invite(name);
    const { secret } = await createRunnerApi(server.origin, token).call(
      endpoints.runners.register,
      {},
    );
    return { id, secret, api: createRunnerApi(server.origin, secret) };
  }

  async function begin(seconds: number): Promise<Lecture> {
    const [videoId, jobId] = [uuidv7(), uuidv7()];
    const sourceName = `${jobId}.source`;
    const inputPath = path.join(folders.uploadDir, sourceName);
    await makeLecture(inputPath, seconds);
    const { id: createdBy } = await db
      .selectFrom('users')
      .select('id')
      .where('user_type', '=', 'SUPER_ADMIN')
      .executeTakeFirstOrThrow();
    const created = { createdBy, now: clock.now() };
    const video = { id: videoId, title: 'Light', description: '', publishWhenReady: true };
    await insertVideo(db, { ...video, ...created });
    const file = { fileName: 'x.mp4', fileSizeBytes: 1, sourceName };
    await insertUploadJob(db, { id: jobId, videoId, ...file, ...created });
    const facts = { ...(await probe(inputPath, { tools })), segmentSeconds: 2 };
    await ensureSteps(db, jobId);
    await db
      .updateTable('processing_steps')
      .set({ result: JSON.stringify(facts) })
      .where('job_id', '=', jobId)
      .where('step', '=', 'probe')
      .execute();
    await db.updateTable('upload_jobs').set({ state: 'running' }).where('id', '=', jobId).execute();
    const lease = await claimLease(db, { ...jobToLease(jobId), leaseSeconds: 3600 });
    if (!lease) throw new Error('the job has ended');
    const { low: ladder } = planLadders(facts);
    const outDir = path.join(scratch, jobId);
    await mkdir(outDir);
    const { signal } = new AbortController();
    const run = { jobId, lease, step: 'transcode_low', scratchDir: outDir, signal } as const;
    const crew = createCrew({ db, clock, log: createLog('silent'), partStore }, run);
    const ownTools = { ...tools, encoder: softwareEncoder };
    const request = { inputPath, outDir, facts, ladder, tools: ownTools, signal };
    const parts = planSharedParts(request, {}).pictures;
    return {
      jobId,
      request,
      crew,
      parts: parts.slice(1),
      async offer(offered: readonly Part[] = parts.slice(1)): Promise<void> {
        const { fingerprint } = planSharedParts(request, {});
        const what = { fingerprint, encoder: 'libx264', parts: offered, kept: new Set<string>() };
        await crew.offer({ ...what, gainsDb: new Map() });
      },
      transcode: (given: Crew = crew) =>
        transcodeLadder({ ...request, kept: { dir: path.join(outDir, 'kept'), crew: given } }),
    };
  }

  /** Takes a part as soon as there is one. */
  async function takeSoon(api: RunnerApi): Promise<RunnerPart> {
    const found = await vi.waitFor(
      async () => {
        const { part } = await api.call(endpoints.runners.take, { body: plain });
        expect(part).not.toBeNull();
        return part;
      },
      { timeout: 60_000, interval: 50 },
    );
    if (!found) throw new Error('there is no part');
    return found;
  }

  const describe = async (id: string) => {
    const { items } = await admin.call(endpoints.runners.list, {});
    return items.find((runner) => runner.id === id);
  };

  return {
    server,
    tools,
    admin,
    db,
    folders,
    scratch,
    plain,
    invite,
    register,
    begin,
    takeSoon,
    describe,
    eventsOf: (name: EventName) =>
      db.selectFrom('events').select('data').where('name', '=', name).execute(),
    entriesOf: (action: AuditAction) =>
      db.selectFrom('admin_audit').selectAll().where('action', '=', action).execute(),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

export type RunnerSite = Awaited<ReturnType<typeof openRunnerSite>>;
