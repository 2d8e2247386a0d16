import { randomUUID } from 'node:crypto';
import { basePath, type Endpoint, endpoints, readError } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { openAhead, playVideo } from '../../../testing/play-video.ts';
import { testPassword } from '../../../testing/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';
import {
  buildChallenge,
  buildSoap,
  cloudSecrets,
  configureProvider,
  fairPlayCertificate,
  openLicensing,
  refusal,
  watchVideo,
} from '../../../testing/vendor-licences.ts';

const { drm } = endpoints;
const { server, service, cloud } = await openLicensing({ DEVICES_PER_LEARNER: '2' });

interface AskedHow {
  readonly type?: string;
  readonly videoId?: string | undefined;
  /** With its question mark. */
  readonly query?: string;
}

/** As the specification has it: no playback session in the address, the video in a header. */
async function ask(
  client: TestClient,
  endpoint: Pick<Endpoint, 'path'>,
  body: Uint8Array<ArrayBuffer>,
  { type = 'application/octet-stream', videoId, query = '' }: AskedHow,
) {
  const url = `${server.origin}${basePath}${endpoint.path}${query}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...(await client.headersFor('POST', url)),
      'content-type': type,
      ...(videoId === undefined ? {} : { 'x-video-id': videoId }),
    },
    body,
  });
  if (answer.ok) return { status: answer.status, reason: null, code: null };
  const { status, reason, code } = await readError({
    status: answer.status,
    text: () => answer.text(),
  });
  return { status, reason, code };
}

function clearKey(client: TestClient, keyIds: readonly Buffer[], videoId?: string, query?: string) {
  const kids = keyIds.map((keyId) => keyId.toString('base64url'));
  const body = new Uint8Array(Buffer.from(JSON.stringify({ kids, type: 'temporary' })));
  return ask(client, drm.clearKeyLicense, body, {
    type: 'application/json',
    videoId,
    ...(query === undefined ? {} : { query }),
  });
}

const given = { status: 200, reason: null, code: null };
const ended = refusal(403, 'playback_session_ended');

describe('a licence request that names only its video', () => {
  it('is of the one playback session that is open, under the same checks', async () => {
    const { learner, videoId, keys } = await watchVideo(server);
    const other = await watchVideo(server);
    const own = keys.map(({ keyId }) => keyId);
    expect(await clearKey(learner, own, videoId)).toEqual(given);
    expect(await clearKey(learner, own, videoId.toUpperCase())).toEqual(given);
    const foreign = [...own, other.keys[0]!.keyId];
    expect(await clearKey(learner, foreign, videoId)).toMatchObject(
      refusal(403, 'key_not_entitled'),
    );
    // It has no open playback, and does not exist.
    expect(await clearKey(learner, own, other.videoId)).toMatchObject(ended);
    expect(await clearKey(learner, own, randomUUID())).toMatchObject(ended);
    await server.instance.foundation.db
      .updateTable('sessions')
      .set({ video_access_expires_at: new Date(0) })
      .where('user_id', '=', learner.userId)
      .execute();
    expect(await clearKey(learner, own, videoId)).toMatchObject(ended);
  });

  it('is refused to others, and on another device or in another sign-in of the same learner', async () => {
    const { learner, videoId, keys } = await watchVideo(server);
    const own = keys.map(({ keyId }) => keyId);
    const stranger = await server.newUser();
    await stranger.confirmPassword(testPassword);
    const elsewhere = await server.newClient();
    const again = await createTestClient(server.origin, learner.keys);
    for (const client of [elsewhere, again]) {
      await client.signIn(learner.contactNumber, testPassword);
      await client.confirmPassword(testPassword);
    }
    for (const client of [stranger, elsewhere, again]) {
      expect(await clearKey(client, own, videoId)).toMatchObject(ended);
    }
    expect(await clearKey(learner, own, videoId)).toEqual(given);
    const refused = await server.instance.foundation.db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'licence.refused')
      .execute();
    expect(refused.map(({ data }) => data)).toContainEqual({
      system: 'clearkey',
      playbackSessionId: null,
      userId: stranger.userId,
      reason: 'playback_session_ended',
    });
    // It gets the reason why its own is over.
    await playVideo(elsewhere, videoId, true);
    expect(await clearKey(learner, own, videoId)).toMatchObject(refusal(403, 'playback_moved'));
  });

  it('is refused where several are open, until it says which', async () => {
    const { learner, videoId, keys, query } = await watchVideo(server);
    const own = keys.map(({ keyId }) => keyId);
    await openAhead(learner, videoId);
    expect(await clearKey(learner, own, videoId)).toEqual({
      ...refusal(400, 'playback_session_unclear'),
      code: 'REQUIRED_FIELD',
    });
    const kids = own.map((keyId) => keyId.toString('base64url'));
    const named = await learner.call(drm.clearKeyLicense, { query, body: { kids } });
    expect(named.keys.length).toBeGreaterThan(0);
  });

  it('is refused where the playback session that it names is of another video', async () => {
    const { learner, videoId, keys, query } = await watchVideo(server);
    const own = keys.map(({ keyId }) => keyId);
    const named = `?playbackSession=${query.playbackSession}`;
    expect(await clearKey(learner, own, videoId, named)).toEqual(given);
    expect(await clearKey(learner, own, randomUUID(), named)).toMatchObject(
      refusal(403, 'key_not_entitled'),
    );
  });

  it('is refused without an id, and with a malformed one', async () => {
    const { learner, keys } = await watchVideo(server);
    const own = keys.map(({ keyId }) => keyId);
    for (const videoId of [undefined, '', 'lesson-1', `${randomUUID()}, ${randomUUID()}`]) {
      expect(await clearKey(learner, own, videoId)).toEqual({
        status: 400,
        reason: null,
        code: 'REQUIRED_FIELD',
      });
    }
  });

  it('is taken for every key system of a service', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const headers = [{ name: 'authorization', value: 'Bearer {secret}' }];
    for (const system of ['playready', 'fairplay'] as const) {
      const licenceUrl = service.url(`t/${system}`);
      const settings = { driver: 'headers', licenceUrl, headers } as const;
      const codecs = { requestCodec: 'form', responseCodec: 'xml' } as const;
      const fairPlay =
        system === 'fairplay' ? { certificate: fairPlayCertificate, ...codecs } : null;
      await configureProvider(server, system, settings, { secret: 'our-secret' }, fairPlay);
    }
    const { learner, videoId, keys } = await watchVideo(server);
    const other = await watchVideo(server);
    const [{ keyId }] = [keys[0]!];
    const spc = Buffer.alloc(200);
    spc.writeUInt32BE(1, 0);
    spc.writeUInt32BE(24, 172);
    for (const [endpoint, type, body] of [
      [drm.widevineLicense, 'application/octet-stream', buildChallenge([keyId])],
      [drm.playReadyLicense, 'text/xml', buildSoap([keyId])],
      [drm.fairPlayLicense, 'application/octet-stream', new Uint8Array(spc)],
    ] as const) {
      const { path } = endpoint;
      expect([path, await ask(other.learner, endpoint, body, { type, videoId })]).toMatchObject([
        path,
        ended,
      ]);
      expect([path, await ask(learner, endpoint, body, { type, videoId })]).toEqual([path, given]);
    }
    expect(service.received).toHaveLength(3);
  });
});
