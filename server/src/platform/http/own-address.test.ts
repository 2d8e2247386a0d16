import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { createHttpApp } from './app.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createHttpApp({
    clock: systemClock,
    // A proxy on this machine, before learners of a private network.
    trustProxy: ['127.0.0.0/8', '10.0.0.0/8'],
    isSecure: false,
    rowRefusals: {},
    mostLagMs: 0,
    log: createLog('silent'),
  });
  app.get('/who', async ({ ip }) => ip);
});
afterAll(() => app.close());

const ask = async (remoteAddress: string, forwarded?: string) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const { statusCode, body } = await app.inject({ url: '/who', remoteAddress, headers });
  return statusCode === 200 ? body : statusCode;
};

// Nothing done from there is judged by alert rules.
it.each(['127.77.1.1, 10.0.0.5', '::ffff:127.77.1.1, 10.0.0.5', '127.77.1.1'])(
  'refuses callers that only say to be the platform itself: %s',
  async (forwarded) => {
    expect(await ask('127.0.0.1', forwarded)).toBe(400);
  },
);

it('admits the platform itself, and callers with another address', async () => {
  expect(await ask('127.77.1.1')).toBe('127.77.1.1');
  expect(await ask('127.0.0.1', '10.0.0.5')).toBe('10.0.0.5');
  expect(await ask('127.0.0.1', '127.77.1.1, 203.0.113.7')).toBe('203.0.113.7');
});
