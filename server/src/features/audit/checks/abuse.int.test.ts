import { afterAll, beforeAll, expect, it } from 'vitest';
import { abuseChecks } from './abuse.check.ts';
import {
  type AccessBench,
  changeAnswer,
  letIn,
  openAccessBench,
  runCheck,
  type Weakness,
} from './access-bench.fixture.ts';
import type { CheckOutcome } from './check.rules.ts';
import { crossSiteChecks } from './cross-site.check.ts';

const checks = [...abuseChecks, ...crossSiteChecks];
let bench: AccessBench;
/** It waits half a minute for the server, so it runs beside the others. */
let dripping: Promise<CheckOutcome>;
beforeAll(async () => {
  bench = await openAccessBench();
  dripping = run('BIZ-08');
  // Its own test looks at it, unless that is left out.
  dripping.catch(() => undefined);
});
afterAll(() => bench.stop());

const run = (id: string, weakness?: Weakness) => runCheck(checks, id, bench.tools(weakness));

it('BIZ-02 says what it left out without a video', async () => {
  const { status, note } = await run('BIZ-02');
  expect(status).toBe('passed');
  expect(note).toContain('left out');
});

it.each(checks.map(({ id, title }) => [id, title]))(
  '%s passes on the server as it is: %s',
  { timeout: 60_000 },
  async (id) => {
    if (id === 'BIZ-02') await bench.addVideo();
    const outcome = await (id === 'BIZ-08' ? dripping : run(id));
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ status: 'passed' });
    expect(outcome.note).toBe(undefined);
  },
);

it('BIZ-02 finds a token that opens several playbacks at once', async () => {
  const { status, components } = await run(
    'BIZ-02',
    letIn(({ path }) => path.endsWith('/stream')),
  );
  expect(status).toBe('failed');
  expect(components).toEqual(['starts with one token']);
});

it('BIZ-04 finds calls without a limit', async () => {
  const isUnlimited: Weakness = async (request, send) => {
    const answer = await send(request);
    return answer.status === 429 ? changeAnswer(answer, { status: 404 }) : answer;
  };
  const { status, evidence } = await run('BIZ-04', isUnlimited);
  expect(status).toBe('failed');
  expect(evidence).toMatchObject([{ expected: '429: with Retry-After' }]);
});

it('BIZ-04 finds calls that do not say what is left', async () => {
  const isSilent: Weakness = async (request, send) => {
    const answer = await send(request);
    const { 'ratelimit-policy': _, ...headers } = answer.headers;
    return changeAnswer(answer, { headers });
  };
  expect(await run('BIZ-04', isSilent)).toMatchObject({ status: 'failed' });
});

it('BIZ-05 finds an administrator who makes others', async () => {
  const { status, components } = await run(
    'BIZ-05',
    letIn(({ method, path }) => method === 'POST' && path.endsWith('/admin/users')),
  );
  expect(status).toBe('failed');
  expect(components).toEqual(['POST /admin/users']);
});

it('BIZ-08 finds a server that waits for a dripping body', async () => {
  const tools = bench.tools();
  const patient = { ...tools, probe: { ...tools.probe, drip: async () => null } };
  const { status, evidence } = await runCheck(checks, 'BIZ-08', patient);
  expect(status).toBe('failed');
  expect(evidence.map(({ observed }) => observed)).toEqual(['still waiting', 'still waiting']);
});

it('SESS-06 finds a renewal that another site causes', async () => {
  const { status, evidence } = await run(
    'SESS-06',
    letIn(
      ({ path, headers = {} }) =>
        path.endsWith('/auth/refresh') && headers['sec-fetch-site'] === 'cross-site',
    ),
  );
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toContain(
    '400 or 401 or 403 or 415: a renewal from another site',
  );
});

it('SESS-06 finds a session that another site ended', async () => {
  let isLeft = false;
  const ends: Weakness = async (request, send) => {
    const answer = await send(request);
    isLeft ||= request.path.endsWith('/auth/logout/all');
    const isAsked = isLeft && request.path.endsWith('/auth/validate');
    return isAsked ? changeAnswer(answer, { status: 401 }) : answer;
  };
  expect(await run('SESS-06', ends)).toMatchObject({ status: 'failed' });
});

it('SESS-07 finds secrets that follow each other', async () => {
  let last = 0;
  const tools = bench.tools(undefined, (own) => ({
    ...own,
    makeSessionSecret() {
      last += 1;
      return Buffer.from(`${last}`.padStart(32, '0')).toString('base64url');
    },
  }));
  expect(await runCheck(checks, 'SESS-07', tools)).toMatchObject({
    status: 'failed',
    components: ['Session secrets'],
  });
});
