import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * What is under way when a web process leaves gets so long to end, in milliseconds: less than service
 * managers wait before they kill (systemd 90 s, Kubernetes 30 s, Docker 10 s by default; the files in
 * `deploy/` say more).
 */
export const finishMs = 15_000;
const lookEveryMs = 50;

/** Whether this process is about to leave: `/health/readiness` and every answer say so. */
export interface Drain {
  isUnderWay(): boolean;
  begin(): void;
}

export function createDrain(): Drain {
  let isUnderWay = false;
  return {
    isUnderWay: () => isUnderWay,
    begin() {
      isUnderWay = true;
    },
  };
}

/**
 * Ends each connection with its next answer while the process drains, so that a load balancer that
 * keeps connections opens the next one elsewhere.
 */
export function endConnectionsWhileDraining(app: FastifyInstance, drain: Drain): void {
  // By callback, as the hooks of `createHttpApp`: each segment passes here.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (drain.isUnderWay() && !isBodyComing(request)) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Tells whether the sender is still sending: it may not read an answer that cuts it off. */
export function isBodyComing({ raw, headers }: FastifyRequest): boolean {
  const isAnnounced = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
  return isAnnounced && !raw.complete;
}

/**
 * Accepts no new connections, and waits until every request that has come is answered.
 * @param patienceMs what is not answered by then is left to be cut off
 * @returns whether everything was answered
 */
export async function finishRequests(server: Server, patienceMs: number): Promise<boolean> {
  let isDone = false;
  server.close(() => {
    isDone = true;
  });
  const giveUpAtMs = performance.now() + patienceMs;
  while (!isDone && performance.now() < giveUpAtMs) {
    // Those whose answer began before the drain may be kept alive by it.
    server.closeIdleConnections();
    await setTimeout(lookEveryMs);
  }
  return isDone;
}
