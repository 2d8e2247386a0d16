import { buildUrl, catalogueLimits, type DataOf, endpoints, readError } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalogue, nobody } from '../../../testing/catalogue-videos.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { videos } = endpoints;
let server: TestServer;
let admin: TestClient;
let learner: TestClient;
let video: DataOf<typeof videos.create>;
const good = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nनमस्ते\n';

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.superAdmin();
  learner = await server.newUser();
  video = await createCatalogue(server, admin).ready({ title: 'x' });
});
afterAll(() => server.stop());

async function put(text: string, language = 'hi', label = 'हिन्दी', client = admin) {
  const form = new FormData();
  form.append('label', label);
  form.append('file', new Blob([text]), 'captions.vtt');
  await client.call(endpoints.auth.validate, {});
  const params = { id: video.id, language };
  const url = buildUrl(server.origin, videos.putCaptions, { params });
  const headers = await client.headersFor('POST', url);
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (!answer.ok) throw await readError(answer);
}

const read = (client: TestClient, language = 'hi') =>
  client.call(videos.captions, { params: { id: video.id, language } });

describe('captions', () => {
  it('are kept by language, replaced, named with the video, removed, and audited', async () => {
    await put(good);
    await put(`\uFEFF${good}\0`, 'en', 'English');
    await put(good.replace('नमस्ते', 'प्रणाम <script>'), 'hi', 'हिन्दी 2');
    expect(await read(learner)).toContain('प्रणाम &lt;script&gt;');
    const detail = () => learner.call(videos.get, { params: { id: video.id } });
    expect((await detail()).captions).toEqual([
      { language: 'en', label: 'English' },
      { language: 'hi', label: 'हिन्दी 2' },
    ]);
    const params = { id: video.id, language: 'en' };
    await admin.call(videos.removeCaptions, { params });
    expect((await detail()).captions).toMatchObject([{ language: 'hi' }]);
    expect((await catchRefusal(admin.call(videos.removeCaptions, { params }))).status).toBe(404);
    const query = { subjectId: video.id, action: 'video.set-captions' } as const;
    expect((await admin.call(endpoints.users.auditLog, { query })).total).toBe(3);
  });

  it('are for users who may play the video', async () => {
    await put(good);
    const catalogue = createCatalogue(server, admin);
    await catalogue.edit(video.id, { audience: nobody });
    expect((await catchRefusal(read(learner))).status).toBe(404);
    expect(await read(admin)).toContain('नमस्ते');
    await catalogue.edit(video.id, { audience: { ...nobody, everyone: true } });
    expect(await read(learner)).toContain('नमस्ते');
    expect((await catchRefusal(put(good, 'hi', 'x', learner))).status).toBe(403);
  });

  it.each<[string, string, string, string, number, string | null]>([
    ['what is no WebVTT', 'hello', 'hi', 'x', 400, 'captions_invalid'],
    ['an empty file', '', 'hi', 'x', 400, 'upload_file_empty'],
    ['no name', good, 'hi', ' ', 400, null],
    ['no language', good, 'hi..', 'x', 400, null],
    ['too much', 'x'.repeat(catalogueLimits.captionsBytes + 1), 'hi', 'x', 413, 'upload_too_large'],
  ])('are not %s', async (_, text, language, label, status, reason) => {
    const before = await read(admin);
    const error = await catchRefusal(put(text, language, label));
    expect([error.status, error.reason]).toEqual([status, reason]);
    expect(await read(admin)).toBe(before);
  });
});
