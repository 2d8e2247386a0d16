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

it('the last bytes of 50 GiB find their place', async () => {
  const admin = await server.superAdmin();
  const tus = createTusClient(server.origin, admin);
  const { db, dataDir } = server.instance.foundation;
  const id = await tus.begin({ title: 'Very large', lengthBytes: 1000 });
  const file = path.join(dataDir, 'uploads', `${id}.resumable`);
  // As if the others had come: a file of holes takes no room.
  const offset = wholeBytes - 300;
  await truncate(file, offset);
  await db
    .updateTable('resumable_uploads')
    .set({ file_size_bytes: wholeBytes, offset_bytes: offset })
    .where('id', '=', id)
    .execute();
  expect(await tus.offset(id)).toBe(offset);
  const last = new Uint8Array(300).fill(7);
  expect(await tus.patch(id, offset, last.slice(0, 100))).toBe(offset + 100);
  const { items } = await admin.call(endpoints.uploads.unfinished, {});
  expect(items).toMatchObject([{ offsetBytes: offset + 100, fileSizeBytes: wholeBytes }]);
  expect(await tus.patch(id, offset + 100, last.slice(100))).toBe(wholeBytes);

  expect((await stat(file)).size).toBe(wholeBytes);
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(301), 0, 301, offset - 1);
  expect(buffer.equals(Buffer.concat([Buffer.alloc(1), last]))).toBe(true);
  const job = await admin.call(endpoints.uploads.job, { params: { id } });
  expect(job).toMatchObject({ state: 'queued', fileSizeBytes: wholeBytes });
});
