import { errorSchema } from '@prahari/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerUnknownAddresses } from './not-found.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  app.get('/version', () => ({}));
  answerUnknownAddresses(app, {
    clock: { now: () => new Date() },
    sendWebApp: (reply) => reply.type('text/html').send('<!doctype html>'),
  });
});
afterAll(() => app.close());

describe('an address that nothing answers', () => {
  it.each([
    ...[
      '/metrics/reset',
      '/metrics?x=1',
      '/metrics/',
      '/health/none',
      '/health?deep',
      '/version/2',
    ],
    ...['/version/', '/api', '/api/v1/nothing', '/media/x', '/assets/none.js'],
  ])('is an error at %s', async (url) => {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const answer = await app.inject({ method, url });
      expect(answer.statusCode).toBe(404);
      if (method === 'HEAD') continue;
      expect(errorSchema.parse(answer.json()).error).toMatchObject({
        type: 'NotFoundError',
        code: 'RESOURCE_NOT_FOUND',
        message: 'The requested resource was not found.',
      });
    }
  });

  it.each([
    '/',
    '/login',
    '/watch/x',
    '/healthy',
    '/versions',
    '/metrics-of-mine',
    '/admin/system',
  ])('is a page at %s', async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(404);
  });
});
