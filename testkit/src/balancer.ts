import { once } from 'node:events';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';

export interface Balancer {
  readonly origin: string;
  /** How many requests each server behind it answered, by its origin. */
  answered(): Readonly<Record<string, number>>;
  /** Waits until that server gets requests. */
  waitUntilReady(server: string): Promise<void>;
  stop(): Promise<void>;
}

/** Many times within a drain of seconds. */
const checkEveryMs = 50;
/** A slow answer is not a bad one: it says only that the machine does much else. */
const checkTimeoutMs = 10_000;
const mostChecks = 20;

/**
 * Starts a load balancer that knows no mercy: it asks each server for its readiness, gives requests in
 * turn to those that are ready, over connections that it keeps, and repeats nothing that may have
 * reached a server. A connection that is refused carried nothing: the next server is tried, as all
 * balancers do. So it shows each request that a server loses.
 */
export async function startBalancer(servers: readonly string[]): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true });
  const answered = Object.fromEntries(servers.map((server) => [server, 0]));
  const { ready, stopChecks } = await checkReadiness(servers);
  let turn = 0;

  /** Those to try, one after the other. With none that is ready, any is better than none. */
  function listCandidates(): readonly string[] {
    const good = servers.filter((server) => ready.has(server));
    const candidates = good.length > 0 ? good : servers;
    turn += 1;
    const at = turn % candidates.length;
    const others = servers.filter((server) => !candidates.includes(server));
    return [...candidates.slice(at), ...candidates.slice(0, at), ...others];
  }

  const front = http.createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const { connection: _, ...headers } = request.headers;
    const tryOne = ([server, ...others]: readonly string[]): void => {
      if (server === undefined) {
        response.writeHead(502).end('no server takes connections');
        return;
      }
      const onward = http.request(`${server}${request.url ?? ''}`, {
        method: request.method,
        agent,
        headers,
      });
      onward.on('response', (answer) => {
        const { connection: __, ...given } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, given);
        answer.pipe(response);
        answer.on('end', () => {
          answered[server] = (answered[server] ?? 0) + 1;
        });
        answer.on('error', () => response.destroy());
      });
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') tryOne(others);
        else if (response.headersSent) response.destroy();
        else response.writeHead(502).end(`${server}: ${error.message}`);
      });
      onward.end(body);
    };
    tryOne(listCandidates());
  });

  // A connection that it ends while a request comes would look like one that a server lost.
  front.keepAliveTimeout = 0;
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    answered: () => ({ ...answered }),
    async waitUntilReady(server) {
      while (!ready.has(server)) await setTimeout(checkEveryMs);
    },
    async stop() {
      stopChecks();
      front.closeAllConnections();
      front.close();
      await once(front, 'close');
      agent.destroy();
    },
  };
}

/** Asks servers again and again, without waiting for answers that are slow; the newest one counts. */
async function checkReadiness(servers: readonly string[]) {
  const ready = new Set<string>();
  const latest = new Map<string, number>();
  let underWay = 0;
  let round = 0;

  async function check(server: string, nth: number): Promise<void> {
    underWay += 1;
    const signal = AbortSignal.timeout(checkTimeoutMs);
    // A connection for each, as balancers do: one that is kept would say nothing of new ones.
    const headers = { connection: 'close' };
    const isReady = await fetch(`${server}/health/readiness`, { headers, signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    underWay -= 1;
    if ((latest.get(server) ?? -1) > nth) return;
    latest.set(server, nth);
    if (isReady) ready.add(server);
    else ready.delete(server);
  }

  await Promise.all(servers.map((server) => check(server, round)));
  const timer = setInterval(() => {
    if (underWay >= mostChecks) return;
    round += 1;
    for (const server of servers) void check(server, round);
  }, checkEveryMs);
  return { ready, stopChecks: () => clearInterval(timer) };
}

export interface SteadyLoad {
  /** Requests that were answered, those that failed among them. */
  sent(): number;
  /** What failed: connections, and answers of 500 or more. */
  readonly failures: string[];
  /** Sends no more, and waits for the answers that are due. */
  stop(): Promise<void>;
}

/** More would wait in queues of this machine instead of the server: they are not sent. */
const mostOpen = 200;

/**
 * Sends requests in turn, so many in a second whatever becomes of them, as many people do; fewer only
 * where the machine can't keep up.
 */
export function sendSteadily(
  origin: string,
  requests: readonly { readonly path: string; readonly init?: RequestInit }[],
  perSecond: number,
): SteadyLoad {
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  const begunMs = performance.now();
  let due = 0;
  let sent = 0;

  async function send(nth: number): Promise<void> {
    const { path, init } = requests[nth % requests.length] ?? { path: '/' };
    try {
      const answer = await fetch(`${origin}${path}`, init);
      const text = await answer.text();
      if (answer.status >= 500) failures.push(`${path}: ${answer.status} ${text}`);
    } catch (error) {
      const { cause } = error instanceof Error ? error : { cause: undefined };
      failures.push(`${path}: ${String(error)} ${String(cause)}`);
    }
    sent += 1;
  }

  const timer = setInterval(() => {
    const owed = ((performance.now() - begunMs) / 1000) * perSecond;
    for (; due < owed; due += 1) {
      if (open.size >= mostOpen) continue;
      const one = send(due).finally(() => open.delete(one));
      open.add(one);
    }
  }, 5);
  return {
    sent: () => sent,
    failures,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
