import { endpoints } from '@prahari/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startLicenceService } from '../../testing/licence-service.ts';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { setConfig } from '../../testing/set-config.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import {
  challengeFor,
  cloudAt,
  cloudSecrets,
  configureProvider,
  removeProviders,
} from '../../testing/vendor-licences.ts';

const { drm, videos } = endpoints;

let server: TestServer;
let service: Awaited<ReturnType<typeof startLicenceService>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  service = await startLicenceService();
});
afterEach(async () => {
  await setConfig(server, {});
  await removeProviders(server);
  await service.stop();
});

async function open() {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const { videoId, keys } = await addReadyVideo(server);
  const { userToken } = await learner.call(drm.generateToken, { body: { videoId } });
  const stream = await learner.call(videos.stream, {
    params: { id: videoId },
    body: { userToken },
  });
  const query = { playbackSession: stream.playbackSessionId };
  const kids = keys.map(({ keyId }) => keyId.toString('base64url'));
  const clearKey = () => learner.call(drm.clearKeyLicense, { query, body: { kids } });
  return { learner, query, keys, clearKey, offered: Object.keys(stream.keySystems) };
}

it('Clear Key is all there is until a service is configured, and then no way around it', async () => {
  const before = await open();
  expect(before.offered).toEqual(['org.w3.clearkey']);

  await configureProvider(server, 'widevine', cloudAt(service.url('cloud')), cloudSecrets);
  const { learner, query, keys, offered, clearKey } = await open();
  expect(offered).toEqual(['com.widevine.alpha']);
  const refusal = { status: 404, reason: 'drm_system_not_offered' };
  await expect(clearKey()).rejects.toMatchObject(refusal);
  const body = challengeFor([keys[0]!.keyId]);
  await expect(learner.call(drm.widevineLicense, { query, body })).resolves.toBeInstanceOf(
    Uint8Array,
  );
  // What was opened before goes on as it was promised.
  await expect(before.clearKey()).resolves.toMatchObject({ type: 'temporary' });

  await setConfig(server, { drm: { clearKeyFallback: true } });
  const both = await open();
  expect(both.offered).toEqual(['com.widevine.alpha', 'org.w3.clearkey']);
  await expect(both.clearKey()).resolves.toMatchObject({ type: 'temporary' });
});
