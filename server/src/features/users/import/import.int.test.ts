import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { buildUrl, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { importUsers, type SheetUpload, waitForImport } from '../../../testing/import-users.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { imports, users, uploads, auth } = endpoints;
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

async function run(upload: SheetUpload) {
  const job = await importUsers(server.origin, admin, upload);
  return waitForImport(admin, job.id);
}

async function errorsOf(id: string) {
  const { items } = await admin.call(imports.errors, { params: { id }, query: { limit: 100 } });
  return items.map(({ row, column, reason }) => `${row} ${column} ${reason}`);
}

async function textOf(bytes: Promise<Uint8Array>): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytes);
}

const found = async (contactNumber: string) =>
  (await admin.call(users.list, { query: { search: `+91${contactNumber}` } })).items;

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
    // One entry for all of it, that opens into the list of those who were created.
    const log = await admin.call(users.auditLog, { query: { subjectId: job.id } });
    expect(log.items.map(({ action }) => action)).toEqual(['user.import-codes', 'user.import']);
    const [, entry] = log.items;
    const counts = { state: 'completed', rowsCreated: 2, rowsDuplicate: 0, rowsFailed: 0 };
    expect(entry).toMatchObject({ hasUsers: true, after: counts });
    const params = { id: entry?.id ?? '' };
    const { items: made, total } = await admin.call(users.auditSubjects, { params });
    expect(total).toBe(2);
    expect(made.find(({ id }) => id === first?.id)).toEqual({
      id: first?.id,
      name: first?.name,
      contactNumber: first?.contactNumber,
      outcome: 'done',
    });
    const ofFirst = await admin.call(users.auditLog, { query: { subjectId: first?.id ?? '' } });
    expect(ofFirst.items).toEqual([entry]);

    const removed = await admin.call(imports.removeCodes, { params: { id: job.id } });
    expect(removed.codes).toEqual({ delivery: 'file', count: 0, until: null });
    const gone = await catchRefusal(admin.call(imports.codes, { params: { id: job.id } }));
    expect([gone.status, gone.reason]).toEqual([409, 'codes_gone']);
  });

  it('lists each row with errors, and offers them as a file to correct', async () => {
    const [good, twice] = [newNumber(), newNumber()];
    await run({ content: `${header}\nThere,${twice}\n` });
    const content = [
      header,
      `Good,${good}`,
      `Again,${good}`,
      `There already,${twice}`,
      ',12',
      '',
      `${'x'.repeat(121)},${newNumber()}`,
      `bell\u0007,${newNumber()}`,
      '=cmd|calc,1',
    ].join('\n');
    const job = await run({ content });
    expect(job).toMatchObject({
      state: 'completed',
      rows: { total: 7, done: 7, created: 1, duplicates: 0, failed: 6 },
    });
    const expected = [
      '3 contactNumber duplicate_in_file',
      '4 contactNumber phone_taken',
      '5 contactNumber phone_invalid',
      '5 name required',
      '7 name too_long',
      '8 name control_characters',
      '9 contactNumber phone_invalid',
    ];
    expect(await errorsOf(job.id)).toEqual(expected);
    const page = await admin.call(imports.errors, {
      params: { id: job.id },
      query: { page: 2, limit: 3 },
    });
    expect(page).toMatchObject({ total: 7, page: 2 });
    expect(page.items.map(({ row }) => row)).toEqual([5, 7, 8]);
    const file = await textOf(admin.call(imports.failedRows, { params: { id: job.id } }));
    expect(file.split('\r\n')[0]).toBe(
      '\uFEFFname,countryCode,contactNumber,kendraType,country,district,email,row,problem',
    );
    expect(file).toContain("'=cmd|calc,,1,,,,,9,");
    // The file is imported again unchanged, with the same errors except those about other rows of
    // the first import.
    const again = await run({ content: file });
    expect(again.rows).toMatchObject({ total: 6, created: 0, failed: 6 });
  });

  it('counts duplicates as skipped where that is asked for', async () => {
    const number = newNumber();
    const content = `${header}\nA,${number}\nB,${number}\n`;
    const job = await run({ content, skipDuplicates: true });
    expect(job.rows).toMatchObject({ created: 1, duplicates: 1, failed: 0 });
    const again = await run({ content, skipDuplicates: true });
    expect(again.rows).toMatchObject({ created: 0, duplicates: 2, failed: 0 });
    expect((await found(number)).map(({ name }) => name)).toEqual(['A']);
  });

  it('tries out first, and then runs from the same file with other columns', async () => {
    const number = newNumber();
    const content = `Who,Where,Call\nAsha,Pune,${number}\n`;
    const unknown = await run({ content, validateOnly: true });
    expect(unknown).toMatchObject({
      state: 'failed',
      failure: { code: 'columns_missing' },
      headers: ['Who', 'Where', 'Call'],
      canRunAgain: true,
    });
    const columns = { name: 'Who', contactNumber: 'Call', district: 'Where' };
    const params = { id: unknown.id };
    const body = { validateOnly: true, skipDuplicates: false, columns };
    const tried = await admin.call(imports.run, { params, body });
    const dry = await waitForImport(admin, tried.id);
    expect(dry).toMatchObject({ state: 'completed', codes: null, rows: { created: 1 }, columns });
    expect(await found(number)).toEqual([]);
    const begun = await admin.call(users.auditLog, { query: { action: 'user.import' } });
    expect(begun.items[0]).toMatchObject({ subjectId: dry.id, after: { validateOnly: true } });
    const real = await admin.call(imports.run, {
      params: { id: dry.id },
      body: { validateOnly: false, skipDuplicates: false },
    });
    expect(await waitForImport(admin, real.id)).toMatchObject({ rows: { created: 1 }, columns });
    // What a search found is kept for a multiple of the time that it took.
    await expect
      .poll(() => found(number), { timeout: 30_000 })
      .toMatchObject([{ name: 'Asha', district: 'Pune' }]);
    const used = await catchRefusal(
      admin.call(imports.run, { params: { id: real.id }, body: { ...body, columns: undefined } }),
    );
    expect([used.status, used.reason]).toEqual([409, 'import_file_gone']);
    const { items } = await admin.call(uploads.jobs, { query: { kind: 'users', limit: 3 } });
    expect(items.map(({ id }) => id)).toEqual([real.id, dry.id, unknown.id]);
    expect((await admin.call(uploads.jobs, {})).items).toEqual([]);
  });

  it('reads the sample files that are handed out', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const sample = await admin.call(imports.sampleFile, { query: { format } });
      const job = await run({ content: sample, validateOnly: true });
      expect(job).toMatchObject({ state: 'completed', format, rows: { created: 2, failed: 0 } });
    }
  });

  it('goes out by an export and comes back in', async () => {
    const number = newNumber();
    const content = `${header}\n"'=SUM(1,2)",${number},Urban,Back,Export\n"''quoted",${newNumber()},,Back,\n`;
    expect((await run({ content })).rows.created).toBe(2);
    const query = { country: 'Back' };
    const json = JSON.parse(
      await textOf(
        admin.call(users.exportAll, { query: { ...query, sortOrder: 'asc', format: 'json' } }),
      ),
    );
    expect(json).toMatchObject([
      { name: '=SUM(1,2)', contactNumber: `+91${number}`, district: 'Export' },
      { name: "'quoted", kendraType: null },
    ]);
    const csv = await admin.call(users.exportAll, { query: { ...query, format: 'csv' } });
    expect(new TextDecoder().decode(csv)).toContain(`"'=SUM(1,2)",'+91,'+91${number},Urban`);
    const xlsx = await admin.call(users.exportAll, { query: { ...query, format: 'xlsx' } });
    const { items } = await admin.call(users.list, { query });
    for (const file of [csv, xlsx]) {
      const taken = await run({ content: file, validateOnly: true });
      expect(taken.rows).toMatchObject({ total: 2, created: 0, failed: 2 });
    }
    for (const { id } of items) await admin.call(users.remove, { params: { id }, query: {} });
    expect((await run({ content: xlsx })).rows).toMatchObject({ created: 2, failed: 0 });
    const back = await admin.call(users.list, {
      query: { ...query, sortBy: 'name', sortOrder: 'asc' },
    });
    expect(back.items.map(({ name }) => name)).toEqual(["'quoted", '=SUM(1,2)']);
    const acts = await admin.call(users.auditLog, { query: { action: 'user.export' } });
    expect(acts.total).toBe(3);
    expect(acts.items[0]).toMatchObject({ after: { format: 'xlsx', country: 'Back' } });
  });
});

describe('a file that is none', () => {
  const wide = Array.from({ length: 200 }, (_, i) => `c${i}`).join(',');
  it.each<[string, SheetUpload['content'], string]>([
    ['another encoding', Buffer.from('name,phone\nJos\xe9,1', 'latin1'), 'not_utf8'],
    ['200 columns', `${wide}\n1`, 'too_many_columns'],
    ['a header alone', `${header}\n`, 'no_rows'],
    ['an open quote', `${header}\n"a,b`, 'not_readable'],
    ['too many rows', `${header}\n${'a,b\n'.repeat(3001)}`, 'too_many_rows'],
    ['a broken workbook', 'PK\x03\x04 and no more', 'not_readable'],
    ['NUL far down', `${header}\n${'a,b\n'.repeat(2000)}\0`, 'not_readable'],
  ])('%s fails as a whole, and nothing of it is imported', async (_, content, code) => {
    const job = await run({ content });
    expect(job).toMatchObject({ state: 'failed', failure: { code }, rows: { created: 0 } });
  });

  it('that is a bomb fails as a whole', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const head = `<row>${text('name')}${text('phone')}</row>`;
    // Empty rows, so that neither columns nor the number of rows are refused first.
    const sheet = head + '<row><c><v/></c></row>'.repeat(1_500_000);
    const parts = {
      'xl/workbook.xml': '<workbook><sheets><sheet r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/></Relationships>',
      'xl/s.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    };
    const zip = new yazl.ZipFile();
    for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
    zip.end();
    const content = new Uint8Array(await buffer(zip.outputStream));
    const job = await run({ content, fileName: 'users.xlsx' });
    expect(job).toMatchObject({ state: 'failed', failure: { code: 'too_large_inside' } });
  });

  it('is refused before it is kept', async () => {
    const cases: [SheetUpload, number, string | null][] = [
      [
        { content: Buffer.from('\x89PNG\r\n\x1a\n\0'), mimeType: 'text/csv' },
        415,
        'media_type_not_supported',
      ],
      [{ content: '%PDF-1.7' }, 415, 'media_type_not_supported'],
      [{ content: '' }, 400, 'upload_file_empty'],
      [{ content: 'x'.repeat(300_001) }, 413, 'upload_too_large'],
      [{ content: 'x'.repeat(1_000_000) }, 413, 'upload_too_large'],
      [{ content: 'a', columns: '{' }, 400, null],
      [{ content: 'a', columns: '{"password":"x"}' }, 400, null],
    ];
    for (const [upload, status, reason] of cases) {
      const error = await catchRefusal(importUsers(server.origin, admin, upload));
      expect([error.status, error.reason]).toEqual([status, reason]);
    }
    const { dataDir } = server.instance.foundation;
    const kept = await readdir(path.join(dataDir, 'imports'));
    const { items } = await admin.call(uploads.jobs, { query: { kind: 'users', limit: 100 } });
    expect(kept.filter((name) => !items.some(({ id }) => id === name))).toEqual([]);
  });

  it('is refused by its announced length before a gigabyte is sent', async () => {
    await admin.call(auth.validate, {});
    const url = new URL(buildUrl(server.origin, imports.bulkUpload, {}));
    const headers = await admin.headersFor('POST', url.href);
    const request = http.request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(1024 ** 3),
      },
    });
    request.on('error', () => undefined);
    const [answer] = await Promise.all([once(request, 'response'), request.write('--x\r\n')]);
    expect(answer[0].statusCode).toBe(413);
    request.destroy();
  });
});
