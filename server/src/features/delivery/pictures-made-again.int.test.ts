import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';

const { videos, drm } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The parts of all addresses of a picture that name the revision in which it was made. */
const filesOf = (revision: '' | '1') => ({
  [`poster${revision && `.${revision}`}.jpg`]: Buffer.from(`poster ${revision}`),
  [`poster${revision && `.${revision}`}.card.jpg`]: Buffer.from(`card ${revision}`),
  [`storyboard${revision}/index.vtt`]: Buffer.from(`storyboard ${revision}`),
  [`slides${revision}/index.vtt`]: Buffer.from(`slides ${revision}`),
});

it('made again, pictures are shown at once, and none before them out of a cache', async () => {
  const { db, storage, dataDir } = server.instance.foundation;
  const { videoId: id } = await addReadyVideo(server, { files: filesOf('') });
  const change = (values: object) =>
    db.updateTable('videos').set(values).where('id', '=', id).execute();
  await change({ has_card: true, has_storyboard: true, has_slides: true });
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const cookie = [...learner.cookies].map((pair) => pair.join('=')).join('; ');
  const textAt = async (url: string | null) =>
    (await fetch(`${server.origin}${url}`, { headers: { cookie } })).text();

  async function addresses() {
    const video = await learner.call(videos.get, { params: { id } });
    const { userToken } = await learner.call(drm.generateToken, { body: { videoId: id } });
    const stream = await learner.call(videos.stream, { params: { id }, body: { userToken } });
    const base = /<BaseURL>([^<]+)/.exec(stream.manifest.text)?.[1];
    const { posterUrl, cardUrl, storyboardUrl } = video;
    return [posterUrl, stream.posterUrl, cardUrl, storyboardUrl, `${base}${stream.slidesTrack}`];
  }
  const texts = (all: readonly (string | null)[]) => Promise.all(all.map(textAt));
  const made = (revision: string) =>
    ['poster', 'poster', 'card', 'storyboard', 'slides'].map((what) => `${what} ${revision}`);

  const before = await addresses();
  expect(await texts(before)).toEqual(made(''));

  const folder = await mkdtemp(path.join(dataDir, 'again-'));
  for (const [name, bytes] of Object.entries(filesOf('1'))) {
    const file = path.join(folder, path.basename(name));
    await writeFile(file, bytes);
    await storage.publishFile(file, `videos/${id}/${name}`);
  }
  await change({ poster_revision: 1, pictures_revision: 1 });
  expect(await texts(await addresses())).toEqual(made('1'));
  // A page that was there before shows what it had, in lists; the playback before was replaced.
  expect(await texts(before.slice(2, 4))).toEqual(made('').slice(2, 4));
});
