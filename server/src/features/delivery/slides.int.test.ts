import { randomBytes } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { afterEach, expect, it } from 'vitest';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';

const { videos, drm } = endpoints;

let server: TestServer;
afterEach(() => server.stop());

/** What the player is told about slides, and the answer to a request for one. */
async function askForSlides(environment: Record<string, string>) {
  server = await startTestServer({ environment });
  const files = { 'slides/1.jpg': randomBytes(300) };
  const { videoId: id } = await addReadyVideo(server, { files });
  const { db } = server.instance.foundation;
  await db.updateTable('videos').set({ has_slides: true }).where('id', '=', id).execute();
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const { userToken } = await learner.call(drm.generateToken, { body: { videoId: id } });
  const stream = await learner.call(videos.stream, { params: { id }, body: { userToken } });
  const base = /<BaseURL>([^<]+)/.exec(stream.manifest.text)?.[1];
  const cookie = [...learner.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(`${server.origin}${base}slides/1.jpg`, { headers: { cookie } });
  return { track: stream.slidesTrack, status: answer.status };
}

it('slides are offered with the stream, and come under the path of its segments', async () => {
  expect(await askForSlides({})).toEqual({ track: 'slides/index.vtt', status: 200 });
});

it('slides that are switched off are not served', async () => {
  expect(await askForSlides({ LESSON_SLIDES: 'off' })).toEqual({ track: null, status: 404 });
});
