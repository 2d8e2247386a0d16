import { endpoints } from '@prahari/contract';
import { afterEach, expect, it } from 'vitest';
import { setConfig } from '../../../testing/set-config.ts';
import {
  buildChallenge,
  cloudSecrets,
  configureProvider,
  openLicensing,
  watchVideo,
} from '../../../testing/vendor-licences.ts';

const { drm } = endpoints;

const { server, cloud } = await openLicensing();
afterEach(() => setConfig(server, {}));

async function open() {
  const { learner, query, keys, stream } = await watchVideo(server, ['AUDIO', 'SD']);
  const kids = keys.map(({ keyId }) => keyId.toString('base64url'));
  const clearKey = () => learner.call(drm.clearKeyLicense, { query, body: { kids } });
  return { learner, query, keys, clearKey, offered: Object.keys(stream.keySystems) };
}

it('Clear Key is all there is until a service is configured, and then no way around it', async () => {
  const before = await open();
  expect(before.offered).toEqual(['org.w3.clearkey']);

  await configureProvider(server, 'widevine', cloud, cloudSecrets);
  const { learner, query, keys, offered, clearKey } = await open();
  expect(offered).toEqual(['com.widevine.alpha']);
  const refusal = { status: 404, reason: 'drm_system_not_offered' };
  await expect(clearKey()).rejects.toMatchObject(refusal);
  const body = buildChallenge([keys[0]!.keyId]);
  await expect(learner.call(drm.widevineLicense, { query, body })).resolves.toBeInstanceOf(
    Uint8Array,
  );
  // A playback opened before continues under its old terms.
  await expect(before.clearKey()).resolves.toMatchObject({ type: 'temporary' });

  await setConfig(server, { drm: { clearKeyFallback: true } });
  const both = await open();
  expect(both.offered).toEqual(['com.widevine.alpha', 'org.w3.clearkey']);
  await expect(both.clearKey()).resolves.toMatchObject({ type: 'temporary' });
});
