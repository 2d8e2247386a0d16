import { buildUrl, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { drm, videos } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { DEVICES_PER_LEARNER: '2' } });
});
afterAll(() => server.stop());

async function newLearner() {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  return learner;
}

async function play(client: TestClient, id: string) {
  const { userToken } = await client.call(drm.generateToken, { body: { videoId: id } });
  return client.call(videos.stream, { params: { id }, body: { userToken } });
}

describe('the manifests of a video', () => {
  it('are also available as HLS, at the address of the manifests and the secure one', async () => {
    const learner = await newLearner();
    const { videoId: id } = await addReadyVideo(server);
    const { manifest, playbackSessionId } = await play(learner, id);
    const query = `playbackSession=${playbackSessionId}`;
    expect(manifest.hls).toBe(`/api/v1/videos/${id}/manifest/hls?${query}`);
    for (const endpoint of [videos.manifestHls, videos.secureManifest]) {
      const url = buildUrl(server.origin, endpoint, { params: { id } });
      const answer = await fetch(url, { headers: await learner.headersFor('GET', url) });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(answer.headers.get('content-type')).toContain('application/vnd.apple.mpegurl');
      expect(await answer.text()).toMatch(
        /^#EXTM3U\n[\s\S]*\n\/media\/media[\w.-]+\/v180\/media\.m3u8\?systems=clearkey\n/,
      );
    }
  });

  it('default to the playback that is open in this sign-in', async () => {
    const [learner, stranger] = [await newLearner(), await newLearner()];
    const { videoId: id } = await addReadyVideo(server);
    const ask = (client: TestClient) => client.call(videos.manifestDash, { params: { id } });
    const ended = { status: 403, reason: 'playback_session_ended' };
    await expect(ask(learner)).rejects.toMatchObject(ended);
    const stream = await play(learner, id);
    expect(await ask(learner)).toBe(stream.manifest.text);
    await expect(ask(stranger)).rejects.toMatchObject(ended);
    const device = await server.newClient();
    await device.signIn(learner.contactNumber, testPassword);
    await device.confirmPassword(testPassword);
    await expect(ask(device)).rejects.toMatchObject(ended);
  });
});
