import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AccessBench,
  letIn,
  openAccessBench,
  runCheck,
  type Weakness,
} from './access-bench.fixture.ts';
import { credentialChecks } from './credentials.check.ts';

let bench: AccessBench;
beforeAll(async () => {
  bench = await openAccessBench();
});
afterAll(() => bench.stop());

const run = (id: string, weakness?: Weakness) =>
  runCheck(credentialChecks, id, bench.tools(weakness));

it.each(credentialChecks.map(({ id, title }) => [id, title]))(
  '%s passes on the server as it is: %s',
  async (id) => {
    const outcome = await run(id);
    expect(outcome.status, JSON.stringify(outcome, null, 1)).toBe('passed');
  },
);

it('AUTH-01 finds a call that is open to everybody', async () => {
  const isOpen = letIn(
    ({ path }) =>
      path.startsWith('/api/v1/admin/user-groups?') || path === '/api/v1/admin/user-groups',
  );
  const outcome = await run('AUTH-01', isOpen);
  expect(outcome.status).toBe('failed');
  expect(outcome.components).toContain('GET /admin/user-groups');
});

it('AUTH-02 finds a server that takes tokens without a signature', async () => {
  const isUnsigned = letIn(({ headers = {} }) => `${headers['authorization']}`.endsWith('.'));
  const { status, evidence } = await run('AUTH-02', isUnsigned);
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toEqual([
    '401: no signature (alg none)',
    '401: an algorithm in other letters (alg NoNe)',
  ]);
});

it('AUTH-11 finds a server that takes a proof twice', async () => {
  const seen = new Set<string>();
  const isReplayable: Weakness = async (request, send) => {
    const proof = `${request.headers?.['dpop']}`;
    const isAgain = seen.has(proof);
    seen.add(proof);
    return isAgain ? letIn(() => true)(request, send) : send(request);
  };
  const { status, evidence } = await run('AUTH-11', isReplayable);
  expect(status).toBe('failed');
  expect(evidence).toMatchObject([{ expected: '401: the same proof again', observed: '200' }]);
});

it('AUTH-12 finds a server that does not compare the device', async () => {
  const tokens = new Map<string, string>();
  const isUnbound: Weakness = async (request, send) => {
    const token = `${request.headers?.['authorization'] ?? ''}`;
    const device = `${request.headers?.['x-device-id'] ?? ''}`;
    const isStolen = token !== '' && tokens.has(token) && tokens.get(token) !== device;
    const answer = await send(request);
    if (token !== '' && answer.status === 200) tokens.set(token, device);
    return isStolen || (token !== '' && answer.status === 401 && device !== '')
      ? letIn(() => true)(request, async () => answer)
      : answer;
  };
  const { status, evidence } = await run('AUTH-12', isUnbound);
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toEqual([
    '401: access token with the proof of another device',
    '401: the same, with the id of the first device',
  ]);
});
