import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AccessBench,
  letIn,
  neverEnds,
  openAccessBench,
  runCheck,
  type Weakness,
} from './access-bench.fixture.ts';
import { objectChecks } from './objects.check.ts';

let bench: AccessBench;
beforeAll(async () => {
  bench = await openAccessBench();
});
afterAll(() => bench.stop());

const run = (id: string, weakness?: Weakness) => runCheck(objectChecks, id, bench.tools(weakness));

it('AUTHZ-13 says that nothing was tested without a video and a group', async () => {
  expect(await run('AUTHZ-13')).toMatchObject({ status: 'not_tested' });
});

it.each(['AUTHZ-02', 'AUTHZ-06'])('%s says what it left out without a video', async (id) => {
  const { status, note } = await run(id);
  expect({ status, note }).toEqual({
    status: 'passed',
    note: expect.stringContaining('left out'),
  });
});

it.each(objectChecks.map(({ id, title }) => [id, title]))(
  '%s passes on the server as it is: %s',
  async (id) => {
    await bench.addVideo();
    const root = await bench.server.superAdmin();
    await root.call(endpoints.groups.create, { body: { name: `Group of ${id}` } });
    const outcome = await run(id);
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ status: 'passed' });
    expect(outcome.note).toBe(undefined);
  },
);

it('AUTHZ-02 finds sessions that others can end', async () => {
  const isOpen = letIn(
    ({ method, path }) => method === 'DELETE' && path.includes('/auth/sessions/'),
  );
  const { status, evidence } = await run('AUTHZ-02', isOpen);
  expect(status).toBe('failed');
  expect(evidence).toMatchObject([{ expected: '403 or 404: its session' }]);
});

it('AUTHZ-06 finds tokens that outlive a block', async () => {
  const { status, evidence } = await run('AUTHZ-06', neverEnds());
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toContain('401: access token');
});

it('AUTHZ-12 finds an administrator who blocks a learner of another district', async () => {
  const isOpen = letIn(({ method, path }) => method === 'PUT' && path.endsWith('/block'));
  const { status, components } = await run('AUTHZ-12', isOpen);
  expect(status).toBe('failed');
  expect(components).toEqual(['PUT /admin/users/{id}/block']);
});

it('AUTHZ-13 finds a group whose members another district changes', async () => {
  const isOpen = letIn(({ method, path }) => method === 'PUT' && path.endsWith('/members'));
  const { status, components } = await run('AUTHZ-13', isOpen);
  expect(status).toBe('failed');
  expect(components).toEqual(['PUT /admin/user-groups/{id}/members']);
});
