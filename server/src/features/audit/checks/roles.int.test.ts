import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AccessBench,
  changeAnswer,
  letIn,
  openAccessBench,
  runCheck,
  type Weakness,
} from './access-bench.fixture.ts';
import { roleChecks } from './roles.check.ts';
import { spellingChecks } from './spellings.check.ts';

const checks = [...roleChecks, ...spellingChecks];
let bench: AccessBench;
beforeAll(async () => {
  bench = await openAccessBench();
});
afterAll(() => bench.stop());

const run = (id: string, weakness?: Weakness) => runCheck(checks, id, bench.tools(weakness));

it.each(checks.map(({ id, title }) => [id, title]))(
  '%s passes on the server as it is: %s',
  async (id) => {
    const outcome = await run(id);
    expect(outcome.status, JSON.stringify(outcome)).toBe('passed');
  },
);

it.each([
  ['AUTHZ-01', '/admin/user-groups', 'POST /admin/user-groups'],
  ['AUTHZ-10', '/admin/audit-log', 'GET /admin/audit-log'],
  ['AUTHZ-11', '/admin/users/bulk/delete', 'POST /admin/users/bulk/delete'],
])('%s finds a call that is open to the wrong role', async (id, path, component) => {
  const isOpen = letIn((request) => request.path.endsWith(path));
  const { status, components } = await run(id, isOpen);
  expect(status).toBe('failed');
  expect(components).toContain(component);
});

it('AUTHZ-03 finds a server that believes a header', async () => {
  const { status, evidence } = await run(
    'AUTHZ-03',
    letIn(({ headers = {} }) => headers['x-super-admin'] === 'true'),
  );
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toEqual([
    '403: x-super-admin',
    '403: a role in the body',
  ]);
});

it('AUTHZ-04 finds a profile that takes a role', async () => {
  let isTaken = false;
  const takesRole: Weakness = async (request, send) => {
    const answer = await send(request);
    if (!isTaken) {
      isTaken = `${request.body}`.includes('SUPER_ADMIN');
      return answer;
    }
    const text = answer.text.replaceAll('"LEARNER"', '"SUPER_ADMIN"');
    return changeAnswer(answer, { text, json: JSON.parse(text) });
  };
  const { status, evidence } = await run('AUTHZ-04', takesRole);
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toEqual([
    'the profile as before, but for the name',
    'a learner without permissions',
  ]);
});

it('AUTHZ-09 finds a route that is in no contract', async () => {
  const tools = bench.tools(undefined, (own) => ({
    ...own,
    surface: { ...own.surface, routes: () => new Set([...own.surface.routes(), '/api/v1/debug']) },
  }));
  const { status, components } = await runCheck(checks, 'AUTHZ-09', tools);
  expect(status).toBe('failed');
  expect(components).toEqual(['/api/v1/debug']);
});

it('AUTHZ-07 finds a closed call behind another spelling', async () => {
  const { status, evidence } = await run(
    'AUTHZ-07',
    letIn(({ path }) => path.includes(';a=1')),
  );
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toEqual([
    'no answer of the call, as a learner',
    'no answer of the call, without credentials',
  ]);
});

it('AUTHZ-08 finds a server that lets its own network in', async () => {
  const { status, evidence } = await run(
    'AUTHZ-08',
    letIn(({ headers = {} }) => headers['x-real-ip'] === '10.0.0.1'),
  );
  expect(status).toBe('failed');
  expect(evidence[0]?.expected).toBe('401: from 10.0.0.1');
});
