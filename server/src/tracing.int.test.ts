import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basePath, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { JobKind } from './platform/jobs/queue.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
  readonly status: { readonly code?: number };
}
interface SentTraces {
  readonly resourceSpans: readonly {
    readonly resource: Pick<SentSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const bodies: string[] = [];
const authorizations: (string | undefined)[] = [];
const collector = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.url === '/v1/traces') {
    bodies.push(body);
    authorizations.push(request.headers.authorization);
  }
  response.setHeader('content-type', 'application/json');
  response.end('{}');
});

/** A kind that every worker takes, and that needs no data. */
const jobKind: JobKind<object> = {
  name: 'fold-performance',
  parse: () => ({}),
  retryLimit: 0,
  expireSeconds: 60,
};
const jobSpan = `job ${jobKind.name}`;
const createUser = `POST ${basePath}${endpoints.users.create.path}`;
const number = '9876501234';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';

let server: TestServer;
let spans: SentSpan[];
let resource: SentSpan['attributes'];
let accessToken = '';
const asked = new Map<string, string>();

beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  server = await startTestServer({
    worker: true,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_SERVICE_NAME: 'school',
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    },
  });
  const root = await server.superAdmin();
  accessToken = root.accessToken ?? '';
  await root.call(endpoints.users.create, {
    body: { name: 'Zubeida Rahman', contactNumber: number, userType: 'LEARNER' },
  });
  const get = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${server.origin}${path}`, { headers });
    asked.set(path, answer.headers.get('x-correlation-id') ?? '');
    await answer.arrayBuffer();
  };
  await get('/health', { traceparent: `00-${traceId}-${callerSpan}-01` });
  await get('/version', { traceparent: `00-${'a'.repeat(32)}-${callerSpan}-00` });
  await get(`${basePath}/no/such/call?secret=in-the-address`, {});
  const { db } = server.instance.foundation;
  const { queue } = server.instance.composition;
  await db.transaction().execute((trx) => queue.enqueue(trx, jobKind, {}));
  await vi.waitFor(() => expect(bodies.some((body) => body.includes(jobSpan))).toBe(true), {
    timeout: 30_000,
  });
  // Sends what waits.
  await server.stop();
  const sent = bodies.map((body): SentTraces => JSON.parse(body));
  resource = sent[0]?.resourceSpans[0]?.resource.attributes ?? [];
  spans = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
}, 120_000);
afterAll(() => void collector.close());

const attribute = (of: Pick<SentSpan, 'attributes'> | undefined, name: string) =>
  Object.values(of?.attributes.find(({ key }) => key === name)?.value ?? {})[0];
const called = (name: string) => spans.find((span) => span.name === name);
/** A call may come twice: the first one is answered with a nonce for its proof. */
function within(name: string): SentSpan[] {
  const parents = spans.filter((span) => span.name === name).map(({ spanId }) => spanId);
  return spans.filter(({ parentSpanId }) => parents.includes(parentSpanId ?? ''));
}

it('a request is a span of the caller’s trace, by its route and correlation id', () => {
  const span = called('GET /health');
  expect(span).toMatchObject({ traceId, parentSpanId: callerSpan, kind: 2 });
  expect(attribute(span, 'http.route')).toBe('/health');
  expect(attribute(span, 'http.response.status_code')).toBe(200);
  expect(attribute(span, 'prahari.correlation_id')).toBe(asked.get('/health'));
  expect(attribute({ attributes: resource }, 'service.name')).toBe('school');
  expect(new Set(authorizations)).toEqual(new Set(['Bearer of-the-collector']));
});

it('its line in the log names the same span', () => {
  const line = server.logLines.find((one) => one.includes(asked.get('/health') ?? '?'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    traceId,
    spanId: called('GET /health')?.spanId,
  });
});

it('a caller that does not sample its trace gets no spans', () => {
  expect(asked.get('/version')).not.toBe('');
  expect(called('GET /version')).toBeUndefined();
});

it('statements belong to the request that made them, also after its body was read', () => {
  const statements = within(createUser);
  expect(statements.map(({ name }) => name)).toContain('INSERT users');
  const insert = statements.find(({ name }) => name === 'INSERT users');
  expect(insert).toMatchObject({ kind: 3 });
  expect(attribute(insert, 'db.query.text')).toMatch(/^insert into "users" .*\$1/);
});

it('jobs are spans with their statements', () => {
  expect(called(jobSpan)).toMatchObject({ kind: 5 });
  expect(attribute(called(jobSpan), 'prahari.job.attempt')).toBe(1);
  expect(within(jobSpan).length).toBeGreaterThan(0);
});

it('no span names a value: no token, password, name, number or address', () => {
  const all = bodies.join('');
  expect(all.length).toBeGreaterThan(1000);
  for (const value of [
    accessToken,
    testPassword,
    'Zubeida',
    number,
    'in-the-address',
    'no/such/call',
    '127.0.0.1',
  ]) {
    expect(value).not.toBe('');
    expect(all).not.toContain(value);
  }
});
