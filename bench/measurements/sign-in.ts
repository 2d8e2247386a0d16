import { endpoints } from '@prahari/contract';
import { requestText } from '@prahari/virtual-learners';
import pg from 'pg';
import * as z from 'zod/mini';
import { compareUnderLoad } from '../load/compare.ts';
import type { Measurement } from '../measurement.ts';
import { prepareRequests } from '../rig/api-client.ts';
import { findDatabase } from '../rig/database.ts';
import { startPeer } from '../rig/peer.ts';
import type { Site } from '../rig/site.ts';

const connections = 8;
const learners = 8;
const requestsPerLearner = 20;
const requestsPerRound = learners * requestsPerLearner;
const loopDelayLimitMs = 20;
/** The histogram behind the figure samples so often, and counts the wait as delay (prom-client). */
const sampledEveryMs = 10;

/**
 * Sign-ins, against bare checks of the same hash; and how long the event loop is blocked by them.
 */
export const signIn: Measurement = {
  name: 'sign-in',
  async run(rig) {
    const site = await rig.site();
    await site.signInAgain();
    const { learnerAccount, origin } = site;
    const people: Awaited<ReturnType<Site['newLearner']>>[] = [];
    for (let at = 0; at < learners; at += 1) people.push(await site.newLearner());
    const peer = await startPeer('bare-argon2', {
      STORED_HASH: await hashOf(site),
      PASSWORD: learnerAccount.password,
    });
    try {
      const plain = requestText('GET', new URL(`http://127.0.0.1:${peer.port}/verify`), {});
      const delaysMs: number[] = [];
      const rates = await compareUnderLoad(
        {
          port: site.port,
          pid: site.pid,
          connections,
          async requests() {
            const requests = await inTurns(people, origin);
            // Starts the count again: the peer's rounds keep our event loop from the cores too.
            await loopDelayMs(site);
            return { requests, repeat: 1 };
          },
          async finished() {
            delaysMs.push(await loopDelayMs(site));
          },
        },
        {
          port: peer.port,
          pid: peer.pid,
          connections,
          requests: async () => ({ requests: [plain], repeat: requestsPerRound }),
        },
      );
      return [
        {
          name: 'sign-ins',
          unit: 'requests/s',
          ours: rates.ours.requestsPerSecond,
          against: { what: 'bare Argon2id', value: rates.peer.requestsPerSecond },
          goal: { atLeast: 0.9 },
          details: rates,
        },
        {
          name: 'event loop delay in sign-ins, p99',
          unit: 'ms',
          ours: Math.max(...delaysMs.slice(1)),
          against: { what: 'limit', value: loopDelayLimitMs },
          goal: { atMost: 1 },
          details: { roundsMs: delaysMs },
        },
      ];
    } finally {
      await peer.stop();
    }
  },
};

/** Neighbours are of different people, as in life: one account takes one sign-in at a time. */
async function inTurns(
  people: readonly Awaited<ReturnType<Site['newLearner']>>[],
  origin: string,
): Promise<string[]> {
  const each: string[][] = [];
  for (const { account, client } of people) {
    const call = { endpoint: endpoints.auth.login, input: { body: account } };
    each.push(await prepareRequests(client, origin, call, requestsPerLearner));
  }
  return (each[0] ?? []).flatMap((_, at) => each.map((own) => own[at] ?? ''));
}

async function hashOf({ dataDir, learnerAccount }: Site): Promise<string> {
  const client = new pg.Client({ connectionString: await findDatabase(dataDir) });
  await client.connect();
  try {
    const { rows } = await client.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE contact_number = $1',
      [learnerAccount.contactNumber],
    );
    return z.parse(z.string(), rows[0]?.password_hash);
  } finally {
    await client.end();
  }
}

/** Reads the delay since the last call; each call starts the count again. */
async function loopDelayMs({ origin }: Site): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const seconds = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
  return Math.max(0, seconds * 1000 - sampledEveryMs);
}
