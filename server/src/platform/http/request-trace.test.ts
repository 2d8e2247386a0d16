import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { readTrace } from './request-trace.ts';

const app = Fastify();
app.get('/', async (request) => ({ trace: readTrace(request) ?? null }));
afterAll(() => app.close());

async function traceOf(traceparent: string): Promise<unknown> {
  const answer = await app.inject({ url: '/', headers: { traceparent } });
  return answer.json().trace;
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentSpanId = '00f067aa0ba902b7';

it.each([`00-${traceId}-${parentSpanId}-01`, `cc-${traceId}-${parentSpanId}-00-more`])(
  'reads the trace of %s',
  async (header) => {
    expect(await traceOf(header)).toEqual({ traceId, parentSpanId });
  },
);

it.each([
  '',
  'x',
  `ff-${traceId}-${parentSpanId}-01`,
  `00-${'0'.repeat(32)}-${parentSpanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${parentSpanId}-01`,
  `00-${traceId}-${parentSpanId}-01, 00-${traceId}-${parentSpanId}-01`,
  `00-${traceId}-${parentSpanId}`,
])('refuses %j, as the standard asks', async (header) => {
  expect(await traceOf(header)).toBeNull();
});

it('takes nothing from a caller but hexadecimal letters of a fixed length', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[\x20-\x7e]{0,80}$/), async (header) => {
      expect(await traceOf(header)).toBeNull();
    }),
    { numRuns: 50 },
  );
});
