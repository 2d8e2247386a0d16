import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiError, endpoints, loadProfiles } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';
import { type Account, driveLoad, startLearners } from '@prahari/virtual-learners';
import { createBenchClient } from './rig/api-client.ts';
import { stopAllStarted } from './rig/process.ts';

const { auth, performance: calls, users, videos } = endpoints;

/** How many learners watch for how long; all of them sign in before. */
const profiles = {
  classroom: { learners: 30, seconds: 60 },
  exam: { learners: 300, seconds: 300 },
  soak: { learners: 50, seconds: 4 * 3600 },
} as const;

const password = 'mango tree by the old well';
const createdAtOnce = 4;

const usage = `Usage: npm run loadtest -- --profile ${loadProfiles.join('|')} [--origin URL] [--video ID]

Virtual learners sign in, open a lesson and watch it, each over its own connections, at a server
that runs. They are created for the test and erased afterwards. The report is stored there, for the
Performance page.

  --origin    the server, without TLS; http://localhost:8080 without it
  --video     the lesson; without it the newest
  --learners  how many, in place of the profile's number
  --seconds   for how long they watch, in place of the profile's time

LOADTEST_NUMBER and LOADTEST_PASSWORD are the phone number and password of a super administrator.
`;

/** Says in one sentence what is missing. */
class CannotTest extends Error {
  override readonly name = 'CannotTest';
}

function readPlan() {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string' },
      origin: { type: 'string', default: 'http://localhost:8080' },
      video: { type: 'string' },
      learners: { type: 'string' },
      seconds: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const profile = loadProfiles.find((one) => one === values.profile);
  if (values.help || profile === undefined) return undefined;
  const origin = new URL(values.origin);
  if (origin.protocol !== 'http:')
    throw new CannotTest('The driver speaks plain HTTP: name the port behind the proxy.');
  const { LOADTEST_NUMBER: contactNumber, LOADTEST_PASSWORD: secret } = process.env;
  if (!contactNumber || !secret)
    throw new CannotTest(
      'Set LOADTEST_NUMBER and LOADTEST_PASSWORD to those of a super administrator.',
    );
  return {
    profile,
    origin,
    video: values.video,
    learners: readCount(values.learners, profiles[profile].learners),
    seconds: readCount(values.seconds, profiles[profile].seconds),
    account: { contactNumber, password: secret },
  };
}

function readCount(text: string | undefined, usual: number): number {
  const count = Number(text ?? usual);
  if (!Number.isInteger(count) || count < 1)
    throw new CannotTest(`'${text}' is no number of learners or seconds.`);
  return count;
}

async function signInAsAdministrator(origin: string, account: Account): Promise<ApiClient> {
  const admin = await createBenchClient(origin);
  await admin.signIn(account.contactNumber, account.password);
  return admin;
}

async function findNewestVideo(admin: ApiClient): Promise<string> {
  const { items } = await admin.call(videos.list, { query: { limit: 1 } });
  const [newest] = items;
  if (!newest)
    throw new CannotTest('This server has no lesson to watch: upload one, or pass --video.');
  return newest.id;
}

interface Created {
  readonly account: Account;
  readonly userId: string;
}

/** Creates one with a number that no network in India gives to a person. */
async function createLearner(admin: ApiClient): Promise<Created> {
  const contactNumber = `10${randomInt(1e8).toString().padStart(8, '0')}`;
  const { user, activation } = await admin.call(users.create, {
    body: { name: 'Load test', contactNumber, userType: 'LEARNER' },
  });
  const account = { contactNumber: `+91${contactNumber}`, password };
  const created = { account, userId: user.id };
  const { code } = activation;
  if (!code) {
    await removeLearner(admin, created);
    throw new CannotTest('This server sends activation codes, so none is shown to the load test.');
  }
  // Not signed in here: the learner's own device must be the first.
  const client = await createBenchClient(admin.origin);
  const { setPasswordToken } = await client.call(auth.verify, { body: { contactNumber, code } });
  await client.call(auth.setPassword, { body: { setPasswordToken, password } });
  return created;
}

const removeLearner = (admin: ApiClient, { userId }: Created) =>
  admin.call(users.remove, { params: { id: userId }, query: { erase: 'true' } });

async function createLearners(admin: ApiClient, count: number, created: Created[]): Promise<void> {
  let begun = 0;
  const work = async () => {
    while (begun < count) {
      begun += 1;
      created.push(await whenLetIn(() => createLearner(admin)));
    }
  };
  await Promise.all(Array.from({ length: createdAtOnce }, work));
}

/** Waits where the server asks for it: one machine stands for many. */
async function whenLetIn<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 429 || error.status === 503)))
        throw error;
      await delay(1000 * (error.retryAfterSeconds ?? 1));
    }
  }
}

async function main(): Promise<void> {
  const asked = readPlan();
  if (!asked) {
    process.stdout.write(usage);
    process.exitCode = 2;
    return;
  }
  const { profile, seconds, account } = asked;
  const origin = asked.origin.origin;
  const admin = await signInAsAdministrator(origin, account);
  const videoId = asked.video ?? (await findNewestVideo(admin));
  const created: Created[] = [];
  const learners = await startLearners();
  const stop = () => void learners.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    process.stderr.write(`Creating ${asked.learners} learners …\n`);
    await createLearners(admin, asked.learners, created);
    process.stderr.write(`They sign in, and watch for ${seconds} s …\n`);
    const lesson = { origin, port: Number(asked.origin.port || 80), videoId };
    const accounts = created.map((one) => one.account);
    const plan = { profile, accounts, lesson, seconds };
    const { report, firstFailure } = await driveLoad(learners, plan);
    if (firstFailure) process.stderr.write(`The first failure: ${firstFailure}\n`);
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    // A token lasts 15 minutes.
    await admin.signIn(account.contactNumber, account.password);
    await admin.call(calls.storeLoadTest, { body: report });
  } finally {
    await learners.stop();
    for (const one of created) await whenLetIn(() => removeLearner(admin, one));
  }
}

try {
  await main();
} catch (error) {
  await stopAllStarted();
  process.exitCode = 1;
  const isPlain = error instanceof CannotTest || error instanceof ApiError;
  const text = error instanceof Error ? (isPlain ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
}
