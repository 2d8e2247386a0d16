import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { createHttpApp } from './app.ts';
import { createDrain, type Drain, finishRequests } from './drain.ts';

let drain: Drain;
let port: number;
let app: Awaited<ReturnType<typeof createHttpApp>>;
let held: PromiseWithResolvers<void>;
let isReached: PromiseWithResolvers<void>;
/** Keeps its connections, as a load balancer does. */
let agent: http.Agent;

beforeEach(async () => {
  drain = createDrain();
  held = Promise.withResolvers();
  isReached = Promise.withResolvers();
  agent = new http.Agent({ keepAlive: true });
  app = await createHttpApp({
    clock: systemClock,
    trustProxy: [],
    isSecure: false,
    rowRefusals: {},
    mostLagMs: 0,
    log: createLog('silent'),
    drain,
  });
  app.get('/slow', async (_request, reply) => {
    // The answer has begun, and says that its connection is kept.
    reply.raw.writeHead(200, { 'content-length': '4' });
    reply.raw.write('so ');
    isReached.resolve();
    await held.promise;
    reply.raw.end('!');
    return reply.hijack();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(async () => {
  agent.destroy();
  await app.close();
});

function ask(path: string): Promise<{ status: number; connection: string; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, path, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const { connection = '' } = answer.headers;
        resolve({ status: answer.statusCode ?? 0, connection, text });
      });
    });
    request.on('error', reject);
  });
}

it('keeps connections until the process drains, and ends each with its next answer from then on', async () => {
  expect(await ask('/none')).toMatchObject({ status: 404, connection: 'keep-alive' });
  drain.begin();
  expect(await ask('/none')).toMatchObject({ status: 404, connection: 'close' });
});

it('finishes what has come, also on a connection that was to be kept, and admits no other', async () => {
  const answer = ask('/slow');
  await isReached.promise;
  const finished = finishRequests(app.server, 60_000);
  await expect(ask('/none')).rejects.toThrow();
  held.resolve();
  expect((await answer).text).toBe('so !');
  expect(await finished).toBe(true);
});

it('gives up on requests that take too long', async () => {
  const answer = ask('/slow');
  await isReached.promise;
  expect(await finishRequests(app.server, 1)).toBe(false);
  held.resolve();
  expect((await answer).text).toBe('so !');
});
