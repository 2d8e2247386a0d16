import { endpoints, type Stream } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { addReadyVideo, type ReadyVideo } from '../../../testing/ready-video.ts';
import { testPassword } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import {
  buildChallenge,
  cloudSecrets,
  configureProvider,
  openLicensing,
  refusal,
} from '../../../testing/vendor-licences.ts';

const { drm, videos } = endpoints;
const both = ['cbcs', 'cenc'] as const;
type Scheme = (typeof both)[number];

/** WebOS 6, of 2021: its browser can't say which schemes its key systems take. */
const oldTelevision =
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager';

const { server, service, cloud } = await openLicensing();

async function newLearner(userAgent?: string) {
  const learner = await server.newUser();
  learner.userAgent = userAgent;
  await learner.confirmPassword(testPassword);
  return learner;
}

async function play(client: TestClient, id: string, schemes?: readonly Scheme[]) {
  const { userToken } = await client.call(drm.generateToken, { body: { videoId: id } });
  const body = { userToken, ...(schemes ? { schemes: [...schemes] } : {}) };
  return client.call(videos.stream, { params: { id }, body });
}

const keyIdsIn = ({ keys }: ReadyVideo, scheme: Scheme) =>
  keys.filter((pair) => pair.scheme === scheme).map(({ keyId }) => keyId);

function licenceFor(client: TestClient, { playbackSessionId }: Stream, keyIds: readonly Buffer[]) {
  const kids = keyIds.map((keyId) => keyId.toString('base64url'));
  const query = { playbackSession: playbackSessionId };
  return client.call(drm.clearKeyLicense, { query, body: { kids } });
}

describe('a video in two encryption schemes', () => {
  it.each([
    ['a browser of today', undefined, undefined, 'cbcs'],
    ['a television that can not say', oldTelevision, undefined, 'cenc'],
    ['a device whose key system was queried', undefined, ['cenc'] as const, 'cenc'],
    ['a television whose key system was queried', oldTelevision, both, 'cbcs'],
  ] as const)(
    'is played by %s in one of them, and by its keys alone',
    async (_, agent, taken, scheme) => {
      const learner = await newLearner(agent);
      const video = await addReadyVideo(server, { schemes: both });
      const other = scheme === 'cbcs' ? 'cenc' : 'cbcs';
      const stream = await play(learner, video.videoId, taken);
      expect(stream.encryption).toEqual({ scheme, others: [other] });
      expect(stream.manifest.text).toContain(`value="${scheme}"`);
      expect(stream.manifest.text).not.toContain(`value="${other}"`);
      const params = { id: video.videoId };
      expect(await learner.call(videos.manifestDash, { params })).toBe(stream.manifest.text);

      const [own, foreign] = [keyIdsIn(video, scheme), keyIdsIn(video, other)];
      const { keys } = await licenceFor(learner, stream, own);
      expect(keys.map(({ kid }) => kid)).toEqual(own.map((keyId) => keyId.toString('base64url')));
      for (const asked of [foreign, [...own, ...foreign]]) {
        const refused = refusal(403, 'key_not_entitled');
        await expect(licenceFor(learner, stream, asked)).rejects.toMatchObject(refused);
      }
    },
  );

  it('gets keys of its scheme alone from a licence service too, and playlists that name that service', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const learner = await newLearner();
    const video = await addReadyVideo(server, { schemes: both });
    const { playbackSessionId, keySystems } = await play(learner, video.videoId, ['cenc']);
    expect(Object.keys(keySystems)).toEqual(['com.widevine.alpha']);
    const query = { playbackSession: playbackSessionId };
    const own = keyIdsIn(video, 'cenc');
    const ask = (keyIds: Buffer[]) =>
      learner.call(drm.widevineLicense, { query, body: buildChallenge(keyIds) });
    await expect(ask(own)).resolves.toBeInstanceOf(Uint8Array);
    expect(service.received).toHaveLength(1);
    expect(JSON.stringify(service.received[0]?.message)).not.toContain(
      keyIdsIn(video, 'cbcs')[0]?.toString('base64'),
    );
    const refused = refusal(403, 'key_not_entitled');
    await expect(ask(keyIdsIn(video, 'cbcs'))).rejects.toMatchObject(refused);

    // The playlists of HLS name the systems of the session, like the manifest of DASH.
    const params = { id: video.videoId };
    const playlist = await learner.call(videos.manifestHls, { params });
    expect(playlist).toMatch(/\/v180\/media\.m3u8\?systems=widevine\n/);
  });
});

it('a device that supports none of the schemes of a video reads so, and keeps its token', async () => {
  const learner = await newLearner();
  const { videoId: id } = await addReadyVideo(server, { schemes: ['cbcs'] });
  const { userToken } = await learner.call(drm.generateToken, { body: { videoId: id } });
  const open = (schemes: Scheme[]) =>
    learner.call(videos.stream, { params: { id }, body: { userToken, schemes } });
  await expect(open(['cenc'])).rejects.toMatchObject(refusal(403, 'encryption_scheme_missing'));
  await expect(open(['cbcs'])).resolves.toMatchObject({
    encryption: { scheme: 'cbcs', others: [] },
  });
});

it('a playback whose scheme went with a renewal of keys gets no manifest of the other one', async () => {
  const learner = await newLearner();
  const { videoId: id } = await addReadyVideo(server, { schemes: both });
  await play(learner, id, ['cenc']);
  const { db } = server.instance.foundation;
  await db
    .updateTable('videos')
    .set({ encryption_schemes: ['cbcs'] })
    .where('id', '=', id)
    .execute();
  await expect(learner.call(videos.manifestDash, { params: { id } })).rejects.toMatchObject(
    refusal(403, 'encryption_scheme_missing'),
  );
});
