import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importUsers, waitForImport } from '../../../testing/import-users.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { imports, users, uploads } = endpoints;
const header = 'name,contactNumber,kendraType,country,district';
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ worker: true });
  admin = await server.superAdmin();
});
afterAll(() => server.stop());

async function textOf(bytes: Promise<Uint8Array>): Promise<string> {
  return new TextDecoder().decode(await bytes);
}

async function scopedAdmin(district: string) {
  const client = await server.newUser('ADMIN');
  const body = {
    permissions: ['users.read', 'users.import', 'users.export'] as const,
    adminScope: { level: 'district' as const, values: [district] },
  };
  const params = { id: client.userId };
  await admin.call(users.setPermissions, {
    params,
    body: { ...body, permissions: [...body.permissions] },
  });
  return client;
}

it('lets administrators create in their scope, and see and export what is theirs', async () => {
  const [pune, nashik] = [await scopedAdmin('Pune'), await scopedAdmin('Nashik')];
  const [here, there] = ['9500000001', '9500000002'];
  const content = `${header}\nHere,${here},,,Pune\nThere,${there},,,Nashik\nNowhere,9500000003\n`;
  const { id } = await importUsers(server.origin, pune, { content });
  const job = await waitForImport(pune, id);
  expect(job.rows).toMatchObject({ created: 1, failed: 2 });
  const { items } = await pune.call(imports.errors, { params: { id } });
  expect(items).toMatchObject([
    { row: 3, column: 'district', value: 'Nashik', reason: 'out_of_scope' },
    { row: 4, column: 'district', value: '', reason: 'out_of_scope' },
  ]);
  expect((await admin.call(users.list, { query: { search: `+91${there}` } })).items).toEqual([]);
  const params = { id };
  const calls = [
    () => nashik.call(uploads.job, { params }),
    () => nashik.call(imports.errors, { params }),
    () => nashik.call(imports.failedRows, { params }),
    () => nashik.call(imports.codes, { params }),
    () => nashik.call(imports.cancel, { params }),
    () => nashik.call(imports.run, { params, body: { validateOnly: true, skipDuplicates: true } }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 });
  expect((await nashik.call(uploads.jobs, { query: { kind: 'users' } })).total).toBe(0);
  const mine = await textOf(pune.call(users.exportAll, { query: { format: 'csv' } }));
  expect(mine).toContain(here);
  const theirs = await textOf(nashik.call(users.exportAll, { query: { format: 'csv' } }));
  expect(theirs).not.toContain(here);
});
