import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditPorts } from '../ports.ts';
import type { ProbeAnswer } from '../probe/probe.adapter.ts';
import type { CheckTools } from './check.rules.ts';
import { componentChecks } from './components.check.ts';
import { containmentChecks } from './containment.check.ts';
import { cryptoChecks } from './crypto.check.ts';
import { errorChecks } from './errors.check.ts';
import { exposureChecks } from './exposure.check.ts';
import { headerChecks } from './headers.check.ts';
import { hostileContentChecks } from './hostile-content.check.ts';
import { inputChecks } from './input.check.ts';
import { operationChecks } from './operation.check.ts';
import { type CheckBench, pick, startCheckBench, weaken } from './platform-bench.fixture.ts';
import { recordChecks } from './records.check.ts';
import { storedDataChecks } from './stored-data.check.ts';
import { upkeepChecks } from './upkeep.check.ts';

let bench: CheckBench;
beforeAll(async () => {
  bench = await startCheckBench();
});
afterAll(() => bench.stop());

const checks = [
  ...headerChecks,
  ...exposureChecks,
  ...inputChecks,
  ...hostileContentChecks,
  ...cryptoChecks,
  ...storedDataChecks,
  ...operationChecks,
  ...componentChecks,
  ...recordChecks,
  ...errorChecks,
  ...containmentChecks,
  ...upkeepChecks,
];

/** What they need is missing here, or depends on the machine: `fact-checks.test.ts` has them. */
const elsewhere = new Map([
  // Tests hash cheaply.
  ['CRYPT-01', ['failed']],
  ['CRYPT-04', ['not_tested']],
  ['CRYPT-08', ['not_applicable']],
  ['DATA-10', ['not_tested']],
  ['CONF-11', ['not_tested']],
  ['CONF-07', ['passed', 'warning', 'failed']],
  ['CONF-16', ['passed', 'failed']],
  // The listeners of the test's own process.
  ['ERR-04', ['failed']],
  // Who changes this code tests it before the commit.
  ['CONF-09', ['passed', 'failed', 'not_tested']],
  // No worker with media programs: `media.adapter.int.test.ts` has them.
  ['INPUT-06', ['not_tested']],
  // No worker reads events.
  ['LOG-05', ['failed']],
]);

it.each(checks.map(({ id }) => id))('%s tells of this server what is true', async (id) => {
  const outcome = await pick(checks, id).run(bench.tools);
  expect(elsewhere.get(id) ?? ['passed'], JSON.stringify(outcome)).toContain(outcome.status);
});

const withHeader = (name: string, value: string | undefined) => (answer: ProbeAnswer) => {
  const { [name]: _, ...others } = answer.headers;
  return { headers: value === undefined ? others : { ...others, [name]: value } };
};
const policyWith = (from: string | RegExp, to: string) => (answer: ProbeAnswer) =>
  withHeader(
    'content-security-policy',
    (answer.headers['content-security-policy'] ?? '').replace(from, to),
  )(answer);

const asJson = (json: unknown) => ({ json, text: JSON.stringify(json) });

it.each<[string, string, (answer: ProbeAnswer) => Partial<ProbeAnswer>]>([
  ['CONF-01', 'no policy at all', withHeader('content-security-policy', undefined)],
  ['CONF-01', 'no nosniff', withHeader('x-content-type-options', undefined)],
  ['CONF-02', 'inline scripts', policyWith("script-src 'self'", "script-src 'unsafe-inline'")],
  ['CONF-02', 'eval', policyWith("script-src 'self'", "script-src 'self' 'unsafe-eval'")],
  ['CONF-02', 'no trusted types', policyWith(/require-trusted-types-for[^;]*;/, '')],
  ['CONF-02', 'a base address of others', policyWith("base-uri 'none'", 'base-uri *')],
  ['CONF-03', 'any origin', withHeader('access-control-allow-origin', '*')],
  ['CONF-10', 'a page without its policy', withHeader('content-security-policy', undefined)],
  ['CONF-12', 'inline scripts', policyWith("script-src 'self'", "script-src 'unsafe-inline'")],
  ['CONF-13', 'a banner', withHeader('server', 'nginx/1.18.0')],
  [
    'DATA-09',
    'a script from elsewhere',
    ({ text }) => ({ text: text.replace('/assets/page.js', 'https://cdn.invalid/page.js') }),
  ],
  [
    'DATA-09',
    'a policy for elsewhere',
    policyWith("font-src 'self'", 'font-src https://f.invalid'),
  ],
  ['DATA-03', 'answers that may be stored', withHeader('cache-control', 'private, max-age=60')],
  ['INPUT-01', 'a body that is taken', ({ status }) => (status === 400 ? { status: 200 } : {})],
  ['INPUT-01', 'a failure', ({ status }) => (status === 400 ? { status: 500 } : {})],
  [
    'INPUT-02',
    'a condition that finds all',
    ({ path }) => (path.includes('OR') ? asJson({ data: { total: 9 } }) : {}),
  ],
  ['INPUT-02', 'a delay', ({ path }) => (path.includes('pg_sleep') ? { durationMs: 4100 } : {})],
  [
    'INPUT-02',
    'an error of the database',
    ({ path }) => (path.includes('search=zq7') ? { text: 'syntax error at or near "1"' } : {}),
  ],
  [
    'INPUT-03',
    'an error page that repeats the address',
    ({ path }) =>
      path.includes('onerror')
        ? { headers: { 'content-type': 'text/html' }, text: decodeURIComponent(path) }
        : {},
  ],
  [
    'INPUT-04',
    'a file of the machine',
    ({ path }) => (path.includes('%2e%2e') ? { text: 'root:x:0:0:root:/root:/bin/sh' } : {}),
  ],
  ['INPUT-09', 'a polluted body', ({ status }) => (status === 400 ? { status: 200 } : {})],
  [
    'DATA-01',
    'a password hash',
    ({ path }) =>
      path.endsWith('/users/profile/me')
        ? asJson({ data: { passwordHash: '$argon2id$v=19$' } })
        : {},
  ],
  [
    'DATA-06',
    'a repository',
    ({ path }) => (path === '/.git/HEAD' ? { status: 200, text: 'ref: refs/heads/main' } : {}),
  ],
  [
    'INPUT-05',
    'a program that is taken',
    ({ path, status }) => (path.includes('/admin/upload') && status < 500 ? { status: 200 } : {}),
  ],
  [
    'INPUT-08',
    'an export that opens as a page',
    ({ path }) => (path.includes('/export') ? { headers: { 'content-type': 'text/html' } } : {}),
  ],
  [
    'INPUT-10',
    'entities that grow',
    ({ path }) => (path.includes('playready') ? { durationMs: 9000 } : {}),
  ],
  ['INPUT-10', 'a form that is taken', ({ status }) => (status === 415 ? { status: 200 } : {})],
  [
    'CRYPT-03',
    'proofs by weak algorithms',
    withHeader('www-authenticate', 'DPoP algs="ES256 none"'),
  ],
  [
    'CONF-04',
    'an open tool',
    ({ path }) => (path === '/graphql' ? { status: 200, text: '{"data":{}}' } : {}),
  ],
  [
    'CONF-05',
    'metrics for everybody',
    ({ path }) => (path === '/metrics' ? { status: 200, text: '# HELP' } : {}),
  ],
  [
    'CONF-05',
    'a reset for everybody',
    ({ path }) => (path.endsWith('/reset') ? { status: 200 } : {}),
  ],
  [
    'ERR-01',
    'a stack',
    ({ status }) => (status === 404 ? { text: 'at answer (/srv/app.ts:10:2)' } : {}),
  ],
  ['ERR-01', 'a failure', ({ status }) => (status === 405 ? { status: 500 } : {})],
])('%s finds %s', async (id, _, change) => {
  const outcome = await pick(checks, id).run(weaken(bench.tools, change));
  expect(outcome.status).toBe('failed');
  expect(outcome.evidence.length).toBeGreaterThan(0);
});

/** The same tools with other ports. */
function withPorts(change: (own: AuditPorts) => Partial<AuditPorts>): CheckTools {
  const { ports } = bench.tools;
  return { ...bench.tools, ports: { ...ports, ...change(ports) } };
}

it.each<[string, string, () => CheckTools]>([
  [
    'CONF-08',
    'a hidden second request',
    () => ({
      ...bench.tools,
      probe: {
        ...bench.tools.probe,
        sendRaw: async () => ({
          at: new Date(),
          status: 400,
          text: 'HTTP/1.1 400 Bad Request\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
          shown: '',
        }),
      },
    }),
  ],
  [
    'INPUT-07',
    'a service on this machine',
    () =>
      withPorts(({ outgoing }) => ({
        outgoing: {
          ...outgoing,
          isLicenceAddressRefused: (url) =>
            fetch(url, { signal: AbortSignal.timeout(5000) }).then(
              () => false,
              () => true,
            ),
        },
      })),
  ],
  [
    'INPUT-08',
    'a formula',
    () =>
      withPorts(({ outgoing }) => ({
        outgoing: { ...outgoing, formatExportLine: (cells) => cells.join(',') },
      })),
  ],
  [
    'LOG-01',
    'facts that are recorded nowhere',
    () => withPorts(({ stored }) => ({ stored: { ...stored, listEventsOf: async () => [] } })),
  ],
  [
    'LOG-03',
    'lines of callers',
    () =>
      withPorts(({ host }) => ({
        host: { ...host, watchLog: () => ({ lines: ['{"a":1}\nfalse\n'], stop: () => undefined }) },
      })),
  ],
  [
    'DATA-02',
    'a number in the alerts',
    () =>
      withPorts(({ stored }) => ({
        stored: { ...stored, countMentions: async () => [{ where: 'alerts', count: 1 }] },
      })),
  ],
])('%s finds %s', async (id, _, tools) => {
  expect((await pick(checks, id).run(tools())).status).toBe('failed');
});

it('LOG-02 finds a password in the log', async () => {
  const { log } = bench.server.instance.foundation;
  const { probe } = bench.tools;
  const tools: CheckTools = {
    ...bench.tools,
    probe: {
      ...probe,
      send(request) {
        log.warn(`asked for ${request.path}`);
        return probe.send(request);
      },
    },
  };
  const outcome = await pick(checks, 'LOG-02').run(tools);
  expect(outcome).toMatchObject({ status: 'failed', components: ['log'] });
  expect(JSON.stringify(outcome.evidence)).not.toMatch(/mark[0-9a-f]{32}/);
});

it('ERR-05 finds answers that tell numbers apart', async () => {
  let asked = 0;
  const tools = weaken(bench.tools, ({ path }) => {
    asked += path.includes('forgot') ? 1 : 0;
    return path.includes('forgot') && asked % 2 === 0 ? { text: 'no such number' } : {};
  });
  expect((await pick(checks, 'ERR-05').run(tools)).status).toBe('failed');
});

it('INPUT-09 finds objects that were changed', async () => {
  // Not listed, so that no library stumbles over it.
  Object.defineProperty(Object.prototype, 'auditPolluted', { value: 'yes', configurable: true });
  try {
    expect((await pick(checks, 'INPUT-09').run(bench.tools)).status).toBe('failed');
  } finally {
    Reflect.deleteProperty(Object.prototype, 'auditPolluted');
  }
});

it('ERR-02 finds a decision that says yes to whom it can’t judge', async () => {
  const ports: AuditPorts = {
    ...bench.tools.ports,
    decideWithoutDatabase: async () => [{ what: 'the session of a caller', outcome: 'allowed' }],
  };
  const outcome = await pick(containmentChecks, 'ERR-02').run({ ...bench.tools, ports });
  expect(outcome).toMatchObject({ status: 'failed', components: ['the session of a caller'] });
});

it('ERR-03 finds a client that takes whatever a service sends', async () => {
  const { outgoing } = bench.tools.ports;
  async function askLicenceService(url: string) {
    const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(5000) }).catch(
      () => undefined,
    );
    const body = await answer?.arrayBuffer().catch(() => undefined);
    return answer && body && { status: answer.status, bytes: body.byteLength };
  }
  const ports: AuditPorts = { ...bench.tools.ports, outgoing: { ...outgoing, askLicenceService } };
  const outcome = await pick(containmentChecks, 'ERR-03').run({ ...bench.tools, ports });
  expect(outcome).toMatchObject({
    status: 'failed',
    components: ['a service that answers with 10 MB'],
  });
});
