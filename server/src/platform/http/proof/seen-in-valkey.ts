import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@redis/client';
import * as z from 'zod/mini';
import { StartError } from '../../errors/app-error.ts';
import { StoreUnavailable } from '../../errors/store-unavailable.ts';
import { gather } from '../../gather/gather.ts';
import type { Log } from '../../log/log.ts';
import { nonceWindowMs } from './nonce.ts';
import type { SeenProof, SeenProofs, StoreMoment } from './seen-proofs.ts';

/** From a use in the window before its own to the end of the one after it, and one more. */
const keepMs = 4 * nonceWindowMs;
/** A new connection must be open, and say what run of the server it leads to, within this time. */
const connectLimitMs = 4000;
const answerLimitMs = 2000;
const reconnectMs = 250;
/** The same cause is named in the log once in this time. */
const nameAgainMs = 30_000;

/** A client that neither waits for a connection nor opens another one by itself. */
function openClient(url: string) {
  return createClient({
    url: url.replace(/^valkey/, 'redis'),
    name: 'prahari',
    disableOfflineQueue: true,
    socket: { connectTimeout: connectLimitMs, reconnectStrategy: false },
    maintNotifications: 'disabled',
  });
}
type Client = ReturnType<typeof openClient>;

/** One connection to one run of a server; never reopened, so that its answers are all of that run. */
interface Line {
  readonly client: Client;
  /** Another one after a restart, which may have lost keys, and after each change of the primary. */
  readonly run: string;
  /** How this run of the server calls `noteScript`. */
  readonly script: string;
}

/**
 * Notes proofs, and says epoch and time of the same moment. One command: client and server spend more
 * on each further one than on what it does (`bench`: proofs).
 */
const noteScript = `local added = {}
for at = 2, #KEYS do
  added[at - 1] = redis.call('SET', KEYS[at], '', 'NX', 'PX', ARGV[1]) and 1 or 0
end
local time = redis.call('TIME')
return {redis.call('GET', KEYS[1]), time[1], time[2], added}`;
/** An epoch that a flush took is null. */
const notedSchema = z.tuple([z.nullable(z.string()), z.string(), z.string(), z.array(z.number())]);

/**
 * Remembers proofs in Valkey or Redis, for all processes that use it. Its epoch ends with a restart,
 * a change of the primary or a flush, each of which may lose keys.
 * @param instanceId keeps instances apart that share a server
 * @throws StartError when it can't be reached, or would drop keys when its memory is full
 */
export async function rememberInValkey(deps: {
  url: string;
  instanceId: string;
  log: Log;
}): Promise<SeenProofs> {
  const { url, instanceId, log } = deps;
  const prefix = `prahari:${instanceId}:proof:`;
  const epochKey = `prahari:${instanceId}:proof-epoch`;
  const stopping = new AbortController();
  let line: Line | undefined;
  let namedAtMs = Number.NEGATIVE_INFINITY;

  function name(error: unknown): void {
    if (stopping.signal.aborted || performance.now() - namedAtMs < nameAgainMs) return;
    namedAtMs = performance.now();
    log.warn({ err: error }, 'Valkey does not remember proofs: calls are refused until it does');
  }

  function lose(gone: Line, error: unknown): void {
    if (line !== gone) return;
    line = undefined;
    gone.client.destroy();
    name(error);
    void reconnect();
  }

  async function connect(): Promise<Line> {
    const client = openClient(url);
    let opened: Line | undefined;
    client.on('error', (error) => opened && lose(opened, error));
    client.on('end', () => opened && lose(opened, new Error('the connection was ended')));
    try {
      await inTime(client.connect(), connectLimitMs);
      const facts = readFacts(await inTime(client.info(), connectLimitMs));
      requireKeeping(facts);
      const script = await inTime(client.scriptLoad(noteScript), connectLimitMs);
      const made = { client, script, run: `${facts['run_id']}.${facts['master_replid']}` };
      opened = made;
      return made;
    } catch (error) {
      if (client.isOpen) client.destroy();
      throw error;
    }
  }

  async function reconnect(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const next = await connect();
        if (stopping.signal.aborted) next.client.destroy();
        else {
          line = next;
          namedAtMs = Number.NEGATIVE_INFINITY;
          log.info('Valkey remembers proofs again');
        }
        return;
      } catch (error) {
        name(error);
        await delay(reconnectMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function ask<T>(question: (line: Line) => Promise<T>): Promise<T & { run: string }> {
    const asked = line;
    if (!asked) throw new StoreUnavailable('Valkey is away');
    try {
      return { ...(await inTime(question(asked))), run: asked.run };
    } catch (error) {
      // Read-only, out of memory, loading: its run is to be looked at again in any case.
      lose(asked, error);
      throw new StoreUnavailable('Valkey is away', { cause: error });
    }
  }

  async function read(): Promise<StoreMoment> {
    const { epoch, time, run } = await ask(async ({ client }) => {
      const [, stored, now] = await Promise.all([
        client.set(epochKey, randomUUID(), { condition: 'NX' }),
        client.get(epochKey),
        client.time(),
      ]);
      return { epoch: stored, time: now };
    });
    return { epoch: `${epoch}.${run}`, nowMs: toMs(time) };
  }

  async function noteTogether(ids: readonly string[]) {
    const { added, epoch, time, run } = await ask(async ({ client, script }) => {
      const keys = [epochKey, ...ids.map((id) => prefix + id)];
      const answer = await client.evalSha(script, { keys, arguments: [`${keepMs}`] });
      const [stored, seconds, microseconds, each] = notedSchema.parse(answer);
      return { added: each, epoch: stored, time: [seconds, microseconds] };
    });
    const moment = epoch === null ? await read() : { epoch: `${epoch}.${run}`, nowMs: toMs(time) };
    return added.map((count) => ({ ...moment, isFirst: count === 1 }));
  }

  type Answer = Awaited<ReturnType<typeof noteTogether>>[number];
  const note = gather(async (ids: readonly string[]): Promise<readonly (Answer | Error)[]> => {
    try {
      return await noteTogether(ids);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      return ids.map(() => failure);
    }
  });

  line = await connect().catch((error: unknown) => {
    if (error instanceof StartError) throw error;
    const why = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : '';
    throw new StartError(`Valkey can't be reached with VALKEY_URL: ${why}.`);
  });

  return {
    read,
    async note({ window, id }: SeenProof) {
      const answer = await note(`${window}.${id}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async stop() {
      stopping.abort();
      line?.client.destroy();
      line = undefined;
    },
  };
}

/** @throws StoreUnavailable after the limit */
async function inTime<T>(asking: Promise<T>, limitMs = answerLimitMs): Promise<T> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new StoreUnavailable('Valkey does not answer in time')),
    limitMs,
  );
  try {
    return await Promise.race([asking, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function readFacts(info: string): Readonly<Record<string, string>> {
  const lines = info.split('\r\n').map((text) => text.split(':'));
  return Object.fromEntries(lines.map(([key = '', ...rest]) => [key, rest.join(':')]));
}

/** @throws StartError when keys could go before their time, or nothing tells that they went */
function requireKeeping(facts: Readonly<Record<string, string>>): void {
  if (!facts['run_id'] || !facts['master_replid']) {
    throw new StartError(
      'VALKEY_URL leads to a server that does not say when it restarted (INFO without run_id): use Valkey or Redis itself.',
    );
  }
  const isBounded = facts['maxmemory'] !== '0';
  if (isBounded && facts['maxmemory_policy'] !== 'noeviction') {
    throw new StartError(
      `VALKEY_URL leads to a server that drops keys when its memory is full (maxmemory-policy ${facts['maxmemory_policy']}): set it to noeviction, or a proof could be used twice.`,
    );
  }
}

function toMs([seconds, microseconds]: readonly string[]): number {
  return Number(seconds) * 1000 + Number(microseconds) / 1000;
}
