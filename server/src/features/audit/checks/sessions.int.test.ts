import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AccessBench,
  changeAnswer,
  neverEnds,
  openAccessBench,
  runCheck,
  type Weakness,
} from './access-bench.fixture.ts';
import { sessionChecks } from './sessions.check.ts';

let bench: AccessBench;
beforeAll(async () => {
  bench = await openAccessBench();
});
afterAll(() => bench.stop());

const run = (id: string, weakness?: Weakness) => runCheck(sessionChecks, id, bench.tools(weakness));

it.each(sessionChecks.map(({ id, title }) => [id, title]))(
  '%s passes on the server as it is: %s',
  async (id) => {
    const outcome = await run(id);
    expect(outcome.status, JSON.stringify(outcome)).toBe('passed');
  },
);

it('SESS-01 finds cookies without a flag', async () => {
  const isOpen: Weakness = async (request, send) => {
    const answer = await send(request);
    const setCookies = answer.setCookies.map((line) => line.replace(/; HttpOnly/i, ''));
    return changeAnswer(answer, { setCookies });
  };
  const { status, evidence, components } = await run('SESS-01', isOpen);
  expect(status).toBe('failed');
  expect(evidence[0]?.observed).toBe('without HttpOnly');
  expect(components?.[0]).toMatch(/^Cookie __Host-prahari-/);
});

it.each(['SESS-02', 'SESS-08'])('%s finds tokens that outlive their session', async (id) => {
  const { status, evidence } = await run(id, neverEnds());
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toContain(
    '401: access token of an ended session',
  );
});

it('SESS-03 finds a server that takes identifiers from its client', async () => {
  const isFixed: Weakness = async (request, send) => {
    const answer = await send(request);
    const isPreset = `${request.body}`.includes('a'.repeat(43));
    return isPreset ? changeAnswer(answer, { status: 200 }) : answer;
  };
  const { status, evidence } = await run('SESS-03', isFixed);
  expect(status).toBe('failed');
  expect(evidence).toMatchObject([{ expected: '401: a made-up refresh token' }]);
});

it('SESS-04 finds refresh tokens that work twice', async () => {
  const { status, evidence } = await run('SESS-04', neverEnds());
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toContain('401: the first token again');
});

it('SESS-05 finds a session that lives for a year', async () => {
  const tools = bench.tools(undefined, (own) => ({
    ...own,
    settings: { ...own.settings, sessionDays: 365 },
  }));
  const { status, components } = await runCheck(sessionChecks, 'SESS-05', tools);
  expect(status).toBe('failed');
  expect(components).toEqual(['Session as a whole']);
});
