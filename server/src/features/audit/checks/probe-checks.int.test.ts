import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProbeAnswer } from '../probe/probe.adapter.ts';
import { exposureChecks } from './exposure.check.ts';
import { headerChecks } from './headers.check.ts';
import { inputChecks } from './input.check.ts';
import { type CheckBench, pick, startCheckBench, weaken } from './platform-bench.fixture.ts';

let bench: CheckBench;
beforeAll(async () => {
  bench = await startCheckBench();
});
afterAll(() => bench.stop());

const checks = [...headerChecks, ...exposureChecks, ...inputChecks];

it.each(checks.map(({ id }) => id))('%s passes on this server', async (id) => {
  const outcome = await pick(checks, id).run(bench.tools);
  expect(outcome, JSON.stringify(outcome.evidence)).toMatchObject({ status: 'passed' });
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
])('%s finds %s', async (id, _, change) => {
  const outcome = await pick(checks, id).run(weaken(bench.tools, change));
  expect(outcome.status).toBe('failed');
  expect(outcome.evidence.length).toBeGreaterThan(0);
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
