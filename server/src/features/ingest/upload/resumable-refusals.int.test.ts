import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const maxBytes = 4 * 1024 ** 2;
let server: TestServer;
let admin: TestClient;
let tus: ReturnType<typeof createTusClient>;

beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_MAX_BYTES: `${maxBytes}` } });
  admin = await server.superAdmin();
  tus = createTusClient(server.origin, admin);
});
afterAll(() => server.stop());

const folder = () => path.join(server.instance.foundation.dataDir, 'uploads');
const files = () => readdir(folder()).catch(() => []);
const bytes = (count: number) => new Uint8Array(randomBytes(count));
const fileOf = (id: string) => path.join(folder(), `${id}.resumable`);
const sha256 = (content: Uint8Array) =>
  `sha256 ${createHash('sha256').update(content).digest('base64')}`;

describe('an upload with false headers', () => {
  it.each<[string, Parameters<typeof tus.begin>[0], number, string | undefined]>([
    ['without a title', { title: '  ', lengthBytes: 1 }, 400, undefined],
    ['of zero bytes', { lengthBytes: 0 }, 400, 'upload_file_empty'],
    ['of a negative length', { lengthBytes: -1 }, 400, undefined],
    ['beyond the limit', { lengthBytes: maxBytes + 1 }, 413, 'upload_too_large'],
  ])('is refused at the beginning: %s', async (_case, start, status, reason) => {
    const before = await files();
    const error = await catchRefusal(tus.begin(start));
    expect([error.status, error.reason ?? undefined]).toEqual([status, reason]);
    expect(await files()).toEqual(before);
  });

  it('is refused when more arrives than was announced, and still accepts the announced bytes', async () => {
    const id = await tus.begin({ lengthBytes: 100 });
    expect(await catchRefusal(tus.patch(id, 0, bytes(101)))).toMatchObject({ status: 413 });
    const unmeasured = new Blob([bytes(101)]).stream();
    expect(await catchRefusal(tus.patch(id, 0, unmeasured))).toMatchObject({ status: 413 });
    expect(await tus.offset(id)).toBeLessThanOrEqual(100);
    const offset = await tus.offset(id);
    expect(await tus.patch(id, offset, bytes(100 - offset))).toBe(100);
  });

  it.each([1, 50, 999])('is refused at the wrong offset: %i', async (offset) => {
    const id = await tus.begin({ lengthBytes: 100 });
    await tus.patch(id, 0, bytes(20));
    const error = await catchRefusal(tus.patch(id, offset, bytes(1)));
    expect([error.status, error.reason]).toEqual([409, 'upload_offset_conflict']);
    await tus.cancel(id);
  });

  it('is refused with a checksum that does not fit, and counts none of its bytes', async () => {
    const id = await tus.begin({ lengthBytes: 40 });
    const first = bytes(20);
    const second = bytes(20);
    await tus.patch(id, 0, first, { 'upload-checksum': sha256(first) });
    for (const lie of [sha256(first), `sha1 ${btoa('x'.repeat(20))}`]) {
      const error = await catchRefusal(tus.patch(id, 20, second, { 'upload-checksum': lie }));
      expect([error.status, error.reason]).toEqual([460, 'upload_checksum_mismatch']);
      expect(await tus.offset(id)).toBe(20);
    }
    const unknown = await catchRefusal(
      tus.patch(id, 20, second, { 'upload-checksum': 'md5 AAAA' }),
    );
    expect(unknown.status).toBe(400);
    expect(await tus.patch(id, 20, second, { 'upload-checksum': sha256(second) })).toBe(40);
    expect((await readFile(fileOf(id))).equals(Buffer.concat([first, second]))).toBe(true);
  });

  it('needs the version, the type and the offset', async () => {
    const id = await tus.begin({ lengthBytes: 10 });
    const url = tus.urlTo(id);
    const type = { 'content-type': 'application/offset+octet-stream' };
    const cases: [number, Record<string, string>][] = [
      [412, { ...type, 'upload-offset': '0', 'tus-resumable': '' }],
      [412, { ...type, 'upload-offset': '0', 'tus-resumable': '0.2.2' }],
      [400, type],
      [400, { ...type, 'upload-offset': '-1' }],
      [415, { 'content-type': 'video/mp4', 'upload-offset': '0' }],
    ];
    for (const [status, headers] of cases) {
      expect(await catchRefusal(tus.send('PATCH', url, headers, bytes(1)))).toMatchObject({
        status,
      });
    }
    expect(await tus.offset(id)).toBe(0);
    const other = { ...(await admin.headersFor('HEAD', url)), 'tus-resumable': '0.2.2' };
    const told = await fetch(url, { method: 'HEAD', headers: other });
    expect([told.status, told.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    await tus.cancel(id);
  });
});
