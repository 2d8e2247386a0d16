import { ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedImport, importUsers, type SheetUpload } from '../../../testing/import-users.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { imports, users, auth } = endpoints;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    worker: true,
    environment: { IMPORT_MAX_BYTES: '300000', IMPORT_MAX_ROWS: '3000' },
  });
  admin = await server.superAdmin();
});
afterAll(() => server.stop());

let lastNumber = 9_100_000_000;
function newNumber(): string {
  lastNumber += 1;
  return `${lastNumber}`;
}
const header = 'name,contactNumber,kendraType,country,district';

async function run(upload: SheetUpload, client = admin) {
  const job = await importUsers(server.origin, client, upload);
  return endedImport(client, job.id);
}

async function textOf(bytes: Promise<Uint8Array>): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytes);
}

const found = async (contactNumber: string) =>
  (await admin.call(users.list, { query: { search: `+91${contactNumber}` } })).items;

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => new Error('it was not refused'),
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome;
}

describe('an import', () => {
  it('creates learners who activate with the codes of the file', async () => {
    const numbers = [newNumber(), newNumber()];
    const content = `\uFEFF${header}\r\n"Kumari, ""Asha""",${numbers[0]},Urban,India,Pune\r\nरवि शर्मा,'+91${numbers[1]},ग्रामीण,India,Nashik\r\n`;
    const job = await run({ content });
    expect(job).toMatchObject({
      state: 'completed',
      progress: 1,
      rows: { total: 2, done: 2, created: 2, duplicates: 0, failed: 0 },
      codes: { delivery: 'file', count: 2 },
      headers: header.split(','),
      canRunAgain: false,
    });
    const [first] = await found(numbers[0] ?? '');
    expect(first).toMatchObject({ name: 'Kumari, "Asha"', userType: 'LEARNER', status: 'invited' });
    const [second] = await found(numbers[1] ?? '');
    expect(second).toMatchObject({ name: 'रवि शर्मा', kendraType: 'ग्रामीण', district: 'Nashik' });

    const codes = await textOf(admin.call(imports.codes, { params: { id: job.id } }));
    const line = codes.split('\r\n').find((each) => each.includes(numbers[1] ?? ''));
    const code = line?.split(',')[2] ?? '';
    const learner = await server.newClient();
    await learner.call(auth.verify, { body: { contactNumber: numbers[1] ?? '', code } });
    const acts = await admin.call(users.auditLog, { query: { action: 'user.import-codes' } });
    expect(acts.items[0]).toMatchObject({ subjectId: job.id, after: { users: 2 } });
    expect(JSON.stringify(acts.items)).not.toContain(code);
    const made = await admin.call(users.auditLog, { query: { action: 'user.create' } });
    expect(made.items.filter(({ subjectId }) => subjectId === first?.id)).toHaveLength(1);

    const removed = await admin.call(imports.removeCodes, { params: { id: job.id } });
    expect(removed.codes).toEqual({ delivery: 'file', count: 0, until: null });
    const gone = await refusal(admin.call(imports.codes, { params: { id: job.id } }));
    expect([gone.status, gone.reason]).toEqual([409, 'codes_gone']);
  });
});
