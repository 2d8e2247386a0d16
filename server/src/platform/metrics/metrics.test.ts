import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('measures requests by the pattern of their route, not by their address', async () => {
  const metrics = createMetrics('1.2.3');
  const app = Fastify();
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.onAnswered(request, route, { status: reply.statusCode, durationMs: 20 });
  });
  app.get('/videos/:id', async () => 'ok');
  await app.inject('/videos/1');
  await app.inject('/videos/2');
  await app.inject('/nowhere');
  const text = await metrics.text();
  const of = 'http_request_duration_seconds_count';
  expect(text).toContain(`${of}{method="GET",route="/videos/:id",status="2xx"} 2`);
  expect(text).toContain(`${of}{method="GET",route="none",status="4xx"} 1`);
  expect(text).toContain(
    'http_request_duration_seconds_sum{method="GET",route="/videos/:id",status="2xx"} 0.04',
  );
  expect(text).toContain('prahari_build_info{version="1.2.3"} 1');
  expect(text).toContain('process_cpu_seconds_total');
});

it('keeps the counts of two servers apart', async () => {
  const first = createMetrics('1');
  const second = createMetrics('1');
  const count = first.counter('prahari_things_total', 'Things.', ['kind']);
  second.counter('prahari_things_total', 'Things.', ['kind']);
  count({ kind: 'good' });
  count({ kind: 'good' });
  expect(await first.text()).toContain('prahari_things_total{kind="good"} 2');
  expect(await second.text()).not.toContain('prahari_things_total{kind="good"}');
});
