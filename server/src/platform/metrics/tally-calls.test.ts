import { endpoints } from '@prahari/contract';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { noteEndpoint } from '../http/known-call.ts';
import { createCallTally } from './tally-calls.ts';

it('adds up segments until they are taken, and tells slow from critical ones', async () => {
  const limitsMs = { slow: 3000, critical: 10_000 };
  const tally = createCallTally(limitsMs, { mediaRoutes: '/media/', signInRoute: '/login' });
  const app = Fastify();
  app.addHook('onResponse', async (request, reply) => {
    const durationMs = Number(request.headers['x-took']);
    const route = request.routeOptions.url ?? '';
    tally.noteAnswer(request, route, { status: reply.statusCode, durationMs, bytes: 100 });
  });
  app.get('/media/:name', async (request, reply) => {
    reply.code(Number(request.headers['x-status'] ?? 200));
    return 'ok';
  });
  app.get('/page', async () => 'no call');
  const ask = (url: string, took: number, status = 200) =>
    app.inject({ url, headers: { 'x-took': `${took}`, 'x-status': `${status}` } });
  for (const took of [3000, 3000.1, 10_000, 10_000.1]) await ask('/media/a', took);
  await ask('/media/b', 5, 503);
  await ask('/media/b', 5, 429);
  await ask('/page', 5);
  const counted = { calls: 6, failed: 1, limited: 1, slow: 2, critical: 1, bytes: 600 };
  const taken = tally.take();
  expect(taken).toMatchObject([{ kind: 'segment', route: '', ...counted }]);
  expect(taken[0]?.counts.reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(tally.take()).toEqual([]);
  await app.close();
});

it('adds up each call, and all of them together', async () => {
  const limitsMs = { slow: 3000, critical: 10_000 };
  const tally = createCallTally(limitsMs, { mediaRoutes: '/media/', signInRoute: '/login' });
  const app = Fastify();
  app.addHook('onRequest', async (request) => noteEndpoint(request, endpoints.users.profile));
  app.addHook('onResponse', async (request) => {
    const [status, durationMs] = [Number(request.headers['x-status']), 20_000];
    tally.noteAnswer(request, request.url, { status, durationMs, bytes: 100 });
  });
  app.get('/:name', async () => 'ok');
  for (const [url, status] of [
    ['/a', 200],
    ['/a', 429],
    ['/b', 500],
  ] as const)
    await app.inject({ url, headers: { 'x-status': `${status}` } });
  const taken = tally.take();
  expect(taken).toMatchObject([
    { kind: 'call', route: 'GET /a', calls: 2, failed: 0, limited: 1, critical: 2, counts: [2] },
    { kind: 'call', route: 'GET /b', calls: 1, failed: 1, limited: 0, critical: 1, counts: [1] },
    {
      kind: 'all',
      route: '',
      calls: 3,
      failed: 1,
      limited: 1,
      critical: 3,
      bytes: 300,
      counts: [3],
    },
  ]);
  await app.close();
});
