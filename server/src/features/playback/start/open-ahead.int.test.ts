import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';

const { drm, videos } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** How many starts of this playback are recorded. */
async function begun(playbackSessionId: string): Promise<number> {
  const facts = await server.instance.foundation.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'playback.opened')
    .execute();
  const ids = facts.map(({ data }) => Reflect.get(Object(data), 'playbackSessionId'));
  return ids.filter((id) => id === playbackSessionId).length;
}

it('ends no other playback while it is only open ahead of a click, and starts with a licence', async () => {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const { videoId, keys } = await addReadyVideo(server);
  const params = { id: videoId };
  async function open(how: { ahead?: boolean }) {
    const { userToken } = await learner.call(drm.generateToken, { body: { videoId } });
    return learner.call(videos.stream, { params, body: { userToken, ...how } });
  }
  const manifestOf = ({ playbackSessionId: playbackSession }: { playbackSessionId: string }) =>
    learner.call(videos.manifestDash, { params, query: { playbackSession } });

  const playing = await open({});
  const ahead = await open({ ahead: true });
  await manifestOf(playing);
  expect(await begun(ahead.playbackSessionId)).toBe(0);

  const askLicence = () =>
    learner.call(drm.clearKeyLicense, {
      query: { playbackSession: ahead.playbackSessionId },
      body: { kids: keys.map(({ keyId }) => keyId.toString('base64url')) },
    });
  const answers = await Promise.all([askLicence(), askLicence(), askLicence()]);
  expect(answers.map((answer) => answer.keys.length)).toEqual(answers.map(() => keys.length));
  expect(await begun(ahead.playbackSessionId)).toBe(1);
  await expect(manifestOf(playing)).rejects.toMatchObject({ reason: 'playback_session_ended' });
  await manifestOf(ahead);
});
