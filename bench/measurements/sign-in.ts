import { endpoints } from '@prahari/contract';
import pg from 'pg';
import * as z from 'zod/mini';
import { compareUnderLoad } from '../load/compare.ts';
import type { Measurement } from '../measurement.ts';
import { prepareRequests, requestText } from '../rig/api-client.ts';
import { databaseOf } from '../rig/database.ts';
import { startPeer } from '../rig/peer.ts';
import type { Site } from '../rig/site.ts';

const connections = 8;
const requestsPerRound = 120;
const loopDelayLimitMs = 20;
/** The histogram behind the figure samples so often, and counts the wait as delay (prom-client). */
const sampledEveryMs = 10;

/** Sign-ins, against bare checks of the same hash; and how long the event loop is kept meanwhile. */
export const signIn: Measurement = {
  name: 'sign-in',
  async run(rig) {
    const site = await rig.site();
    await site.signInAgain();
    const { learner, learnerAccount, origin } = site;
    const peer = await startPeer('bare-argon2', {
      STORED_HASH: await hashOf(site),
      PASSWORD: learnerAccount.password,
    });
    try {
      const call = { endpoint: endpoints.auth.login, input: { body: learnerAccount } };
      const plain = requestText('GET', new URL(`http://127.0.0.1:${peer.port}/verify`), {});
      // Between all rounds: the largest are of sign-ins, the first of what came before.
      const delaysMs: number[] = [];
      const rates = await compareUnderLoad(
        {
          ...{ port: site.port, pid: site.pid, connections },
          async requests() {
            const requests = await prepareRequests(learner, origin, call, requestsPerRound);
            delaysMs.push(await loopDelayMs(site));
            return { requests, repeat: 1 };
          },
        },
        {
          ...{ port: peer.port, pid: peer.pid, connections },
          async requests() {
            delaysMs.push(await loopDelayMs(site));
            return { requests: [plain], repeat: requestsPerRound };
          },
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
          ours: Math.max(...delaysMs.slice(2)),
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

async function hashOf({ dataDir, learnerAccount }: Site): Promise<string> {
  const client = new pg.Client({ connectionString: await databaseOf(dataDir) });
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

/** Since it was asked before; asking begins anew. */
async function loopDelayMs({ origin }: Site): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const seconds = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
  return Math.max(0, seconds * 1000 - sampledEveryMs);
}
