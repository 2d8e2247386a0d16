import { createHash } from 'node:crypto';
import { open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

/** The default of UPLOAD_MAX_BYTES; far beyond what 32 bits count. */
const wholeBytes = 50 * 1024 ** 3;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** An upload of 50 GiB as if all bytes up to an offset had come: a file of holes takes no room. */
async function comeTo(offset: number) {
  const admin = await server.superAdmin();
  const tus = createTusClient(server.origin, admin);
  const { db, dataDir } = server.instance.foundation;
  const id = await tus.begin({ title: 'Very large', lengthBytes: 1000 });
  const file = path.join(dataDir, 'uploads', `${id}.resumable`);
  await truncate(file, offset);
  await db
    .updateTable('resumable_uploads')
    .set({ file_size_bytes: wholeBytes, offset_bytes: offset })
    .where('id', '=', id)
    .execute();
  return { admin, tus, id, file };
}

it.each([31, 32])('bytes on both sides of 2 ** %i find their place', async (power) => {
  const offset = 2 ** power - 100;
  const { tus, id, file } = await comeTo(offset);
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 251);
  const sha256 = createHash('sha256').update(bytes).digest('base64');
  const headers = { 'upload-checksum': `sha256 ${sha256}` };
  expect(await tus.patch(id, offset, bytes, headers)).toBe(offset + 300);
  expect(await tus.offset(id)).toBe(offset + 300);
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(300), 0, 300, offset);
  expect(buffer.equals(bytes)).toBe(true);
  expect((await handle.stat()).size).toBe(offset + 300);
  // Its missing bytes have reserved room, which the next test needs.
  await server.instance.foundation.db.deleteFrom('resumable_uploads').execute();
});

it('the last bytes of 50 GiB find their place', async () => {
  const offset = wholeBytes - 300;
  const { admin, tus, id, file } = await comeTo(offset);
  expect(await tus.offset(id)).toBe(offset);
  const last = new Uint8Array(300).fill(7);
  expect(await tus.patch(id, offset, last.slice(0, 100))).toBe(offset + 100);
  const { items } = await admin.call(endpoints.uploads.unfinished, {});
  expect(items[0]).toMatchObject({ offsetBytes: offset + 100, fileSizeBytes: wholeBytes });
  expect(await tus.patch(id, offset + 100, last.slice(100))).toBe(wholeBytes);

  expect((await stat(file)).size).toBe(wholeBytes);
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(301), 0, 301, offset - 1);
  expect(buffer.equals(Buffer.concat([Buffer.alloc(1), last]))).toBe(true);
  const job = await admin.call(endpoints.uploads.job, { params: { id } });
  expect(job).toMatchObject({ state: 'queued', fileSizeBytes: wholeBytes });
});
