import { openAsBlob } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@prahari/contract';
import { type MediaTools, resolveTools } from '@prahari/media';
import type { ApiClient } from '@prahari/testkit';
import type { Account } from '@prahari/virtual-learners';
import { activateAccount, uploadVideo } from './api-client.ts';
import { readTreeCpuSeconds } from './cpu-time.ts';
import { type PrahariProcess, readPrinted, startPrahari } from './prahari.ts';

const password = 'mango tree by the old well';
const firstLearnerNumber = 919_800_000_001;
const jobPollMs = 100;

export interface ProcessedLesson {
  readonly videoId: string;
  /** From the first byte of the upload to the state 'ready'. */
  readonly wallSeconds: number;
  /** Of the server with everything that it started, its database too. */
  readonly cpuSeconds: number;
}

/** A running server with an administrator, a learner and lessons made by the real pipeline. */
export interface Site extends Pick<PrahariProcess, 'origin' | 'port' | 'pid'> {
  readonly dataDir: string;
  readonly tools: MediaTools;
  /** The clip that lessons are made of. */
  readonly clip: string;
  readonly adminAccount: Account;
  readonly learnerAccount: Account;
  readonly admin: ApiClient;
  readonly learner: ApiClient;
  /** One more learner, signed in on another device. */
  newLearner(): Promise<{ readonly account: Account; readonly client: ApiClient }>;
  /** A fresh token for the learner: one lasts 15 minutes, and a run may wait longer for its turn. */
  signInAgain(): Promise<void>;
  /** Uploads the clip and waits until it is a lesson. */
  processLesson(): Promise<ProcessedLesson>;
  /** The first lesson; made when there is none. */
  lessonId(): Promise<string>;
}

export interface SitePlan {
  /** Of its folder. */
  readonly name: string;
  readonly makeVideo: (tools: MediaTools, outPath: string) => Promise<void>;
  /** Where to leave a CPU profile of the server. */
  readonly profileDir?: string | undefined;
  /** Settings of this server alone. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs until everything is stopped. */
export async function openSite(
  scratchDir: string,
  { name, makeVideo, profileDir, env = {} }: SitePlan,
): Promise<Site> {
  // PostgreSQL runs as another account where we are root, and must be able to enter.
  const dataDir = path.join(scratchDir, name);
  await mkdir(dataDir, { mode: 0o711 });
  const tools = await resolveTools(process.env);
  const clip = path.join(scratchDir, `${name}.mp4`);
  await makeVideo(tools, clip);
  const nodeArgs = profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : [];
  const server = await startPrahari({ dataDir, by: 'node', nodeArgs, env });
  return furnish(server, { dataDir, tools, clip });
}

async function furnish(
  server: PrahariProcess,
  given: Pick<Site, 'dataDir' | 'tools' | 'clip'>,
): Promise<Site> {
  const { origin, port, pid } = server;
  const adminAccount = { contactNumber: readPrinted(server, 'Super administrator'), password };
  const code = readPrinted(server, 'One-time password');
  const admin = await activateAccount(origin, { ...adminAccount, code });
  let learners = 0;
  async function newLearner() {
    const account = { contactNumber: `+${firstLearnerNumber + learners}`, password };
    learners += 1;
    const { activation } = await admin.call(endpoints.users.create, {
      body: { name: 'Asha Kumari', contactNumber: account.contactNumber, userType: 'LEARNER' },
    });
    const client = await activateAccount(origin, { ...account, code: activation.code ?? '' });
    return { account, client };
  }
  const { account: learnerAccount, client: learner } = await newLearner();
  let first: Promise<string> | undefined;

  async function processLesson(): Promise<ProcessedLesson> {
    const content = await openAsBlob(given.clip);
    await admin.signIn(adminAccount.contactNumber, adminAccount.password);
    const cpuBefore = readTreeCpuSeconds(pid);
    const begun = performance.now();
    const job = await uploadVideo(origin, admin, { title: 'Big Buck Bunny', content });
    for (;;) {
      const { state, failure } = await admin.call(endpoints.uploads.job, {
        params: { id: job.id },
      });
      if (state === 'completed') break;
      if (state === 'failed') throw new Error(`processing failed: ${JSON.stringify(failure)}`);
      await delay(jobPollMs);
    }
    const wallSeconds = (performance.now() - begun) / 1000;
    const lesson = {
      videoId: job.videoId,
      wallSeconds,
      cpuSeconds: readTreeCpuSeconds(pid) - cpuBefore,
    };
    first ??= Promise.resolve(lesson.videoId);
    return lesson;
  }

  return {
    origin,
    port,
    pid,
    adminAccount,
    admin,
    learnerAccount,
    learner,
    newLearner,
    processLesson,
    ...given,
    async signInAgain() {
      await learner.signIn(learnerAccount.contactNumber, learnerAccount.password);
      await learner.call(endpoints.auth.validatePassword, { body: { password } });
    },
    lessonId() {
      first ??= processLesson().then(({ videoId }) => videoId);
      return first;
    },
  };
}
