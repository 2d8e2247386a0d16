import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditPorts } from '../ports.ts';
import {
  type AccessBench,
  letIn,
  neverEnds,
  openAccessBench,
  runCheck,
  type Weakness,
} from './access-bench.fixture.ts';
import { passwordChecks } from './passwords.check.ts';
import { secondFactorChecks } from './second-factor.check.ts';

const checks = [...passwordChecks, ...secondFactorChecks];
let bench: AccessBench;
beforeAll(async () => {
  bench = await openAccessBench();
});
afterAll(() => bench.stop());

const run = (id: string, weakness?: Weakness) => runCheck(checks, id, bench.tools(weakness));
const runWith = (id: string, facts: Partial<AuditPorts['accounts']>) =>
  runCheck(
    checks,
    id,
    bench.tools(undefined, (own) => ({ ...own, accounts: { ...own.accounts, ...facts } })),
  );

it.each(passwordChecks.map(({ id, title }) => [id, title]))(
  '%s passes on the server as it is: %s',
  async (id) => {
    const outcome = await run(id);
    expect(outcome.status, JSON.stringify(outcome)).toBe('passed');
  },
);

const isChange = ({ path }: { readonly path: string }) => path.endsWith('/auth/change-password');

it('AUTH-07 finds a server that cuts long passwords', async () => {
  const { status, evidence } = await run(
    'AUTH-07',
    letIn(({ body }) => `${body}`.includes('B"') && `${body}`.length > 120),
  );
  expect(status).toBe('failed');
  expect(evidence).toMatchObject([{ expected: '401: another last character' }]);
});

it('AUTH-14 finds a common password that is taken', async () => {
  const { status, evidence } = await run(
    'AUTH-14',
    letIn((request) => isChange(request) && `${request.body}`.includes('iloveyou1')),
  );
  expect(status).toBe('failed');
  expect(evidence).toMatchObject([{ observed: '200' }]);
  expect(JSON.stringify(evidence)).not.toContain('iloveyou1');
});

it('AUTH-09 finds a change that leaves other sessions open', async () => {
  const { status, evidence } = await run(
    'AUTH-09',
    neverEnds(({ path }) => path.endsWith('/auth/validate')),
  );
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toEqual(['401: the other session']);
});

it('AUTH-10 finds a code that works twice', async () => {
  const { status, evidence } = await run(
    'AUTH-10',
    neverEnds(({ path }) => path.endsWith('/auth/verify')),
  );
  expect(status).toBe('failed');
  expect(evidence.map(({ expected }) => expected)).toEqual(['401: the code again']);
});

it('AUTH-10 sends no code to a made-up number', async () => {
  const tools = bench.tools(undefined, (own) => ({
    ...own,
    settings: { ...own.settings, sendsCodes: true },
  }));
  expect(await runCheck(checks, 'AUTH-10', tools)).toMatchObject({ status: 'not_tested' });
});

it('AUTH-08 finds passwords that accounts share, and warns of accounts of the demonstration', async () => {
  expect(await runWith('AUTH-08', { countSharedPasswords: async () => 2 })).toMatchObject({
    status: 'failed',
    components: ['Stored passwords'],
  });
  expect(await runWith('AUTH-08', { countDemoAccounts: async () => 1 })).toMatchObject({
    status: 'warning',
  });
});

it('AUTH-08 counts stored passwords, but not those of its own accounts', async () => {
  const { accounts } = bench.server.instance.composition.auditPorts;
  const { principals } = bench.tools();
  await principals.createAccount('LEARNER');
  expect(await accounts.countSharedPasswords()).toBe(0);
  const { db } = bench.server.instance.foundation;
  const both = [await bench.server.newUser(), await bench.server.newUser()];
  await db
    .updateTable('users')
    .set({ password_hash: 'the same' })
    .where(
      'id',
      'in',
      both.map(({ userId }) => userId),
    )
    .execute();
  expect(await accounts.countSharedPasswords()).toBe(1);
});

describe('second factors', () => {
  it('AUTH-16 warns of administrators without one', async () => {
    expect(await run('AUTH-16')).toMatchObject({ status: 'warning' });
    expect(await run('AUTH-15')).toMatchObject({ status: 'not_applicable' });
  });

  describe('where they are required', () => {
    beforeAll(async () => {
      await bench.addVideo();
      await bench.requireSecondFactor(true);
    });
    afterAll(() => bench.requireSecondFactor(false));

    it('AUTH-15 passes on the server as it is', async () => {
      const outcome = await run('AUTH-15');
      expect(outcome.status, JSON.stringify(outcome)).toBe('passed');
    });

    it('AUTH-15 finds an administrator who plays without one', async () => {
      const { status, components } = await run(
        'AUTH-15',
        letIn(({ path }) => path.endsWith('/drm/tokens/generate')),
      );
      expect(status).toBe('failed');
      expect(components).toContain('POST /drm/tokens/generate');
    });

    it('other checks have administrators with one', async () => {
      const administrator = await bench.tools().principals.get('administrator');
      const answer = await administrator.call({ path: '/api/v1/admin/users' });
      expect(answer.status).toBe(200);
    });

    it('AUTH-16 passes once all have one', async () => {
      expect(
        await runWith('AUTH-16', { countAdministratorsWithoutFactor: async () => 0 }),
      ).toMatchObject({ status: 'passed' });
    });
  });
});
