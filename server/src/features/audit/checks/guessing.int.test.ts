import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AccessBench,
  changeAnswer,
  letIn,
  openAccessBench,
  runCheck,
  type Weakness,
} from './access-bench.fixture.ts';
import { guessingChecks } from './guessing.check.ts';

let bench: AccessBench;
beforeAll(async () => {
  bench = await openAccessBench();
});
afterAll(() => bench.stop());

const run = (id: string, weakness?: Weakness) =>
  runCheck(guessingChecks, id, bench.tools(weakness));

it.each(guessingChecks.map(({ id, title }) => [id, title]))(
  '%s passes on the server as it is: %s',
  async (id) => {
    const outcome = await run(id);
    expect(outcome.status, JSON.stringify(outcome)).toBe('passed');
  },
);

/** A server without limits answers each try as the first one. */
const isUnlimited: Weakness = async (request, send) => {
  const answer = await send(request);
  return answer.status === 429 ? changeAnswer(answer, { status: 401, headers: {} }) : answer;
};

it.each(['AUTH-03', 'AUTH-04'])('%s finds sign-ins without a limit', async (id) => {
  const { status, evidence } = await run(id, isUnlimited);
  expect(status).toBe('failed');
  expect(evidence).toMatchObject([{ observed: 'each was judged' }]);
});

it('AUTH-05 finds a text that tells who is blocked', async () => {
  let answered = 0;
  const tells: Weakness = async (request, send) => {
    const answer = await send(request);
    answered += answer.text.includes('invalid_credentials') ? 1 : 0;
    const text = answer.text.replace('Invalid credentials', 'Your account is blocked');
    return answered === 3 ? changeAnswer(answer, { text }) : answer;
  };
  const { status, evidence } = await run('AUTH-05', tells);
  expect(status).toBe('failed');
  expect(evidence).toMatchObject([{ expected: 'the same answer: a blocked account' }]);
});

it('AUTH-06 finds a server that answers faster where it hashes nothing', async () => {
  let turn = 0;
  const isFaster: Weakness = async (request, send) => {
    const answer = await send(request);
    if (!answer.text.includes('invalid_credentials')) return answer;
    turn += 1;
    return changeAnswer(answer, { durationMs: turn % 2 === 0 ? 5 + turn / 10 : 80 + turn });
  };
  const { status } = await run('AUTH-06', isFaster);
  expect(status).toBe('failed');
});

it('AUTH-13 finds an account that others lock', async () => {
  let isLocked = false;
  const locks: Weakness = async (request, send) => {
    const answer = await send(request);
    if (answer.status === 429) isLocked = true;
    const isSignIn = request.path.endsWith('/auth/login');
    return isLocked && isSignIn ? changeAnswer(answer, { status: 429 }) : answer;
  };
  const { status, evidence } = await run('AUTH-13', locks);
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toEqual([
    '200: the owner’s device',
    '200 or 403: a third device with the right password',
  ]);
});

it('AUTH-04 does not take an open door for a limit', async () => {
  const { status } = await run(
    'AUTH-04',
    letIn(({ path }) => path.endsWith('/auth/login')),
  );
  expect(status).toBe('failed');
});
