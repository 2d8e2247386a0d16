import { endpoints } from '@prahari/contract';
import { beforeEach, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import {
  buildChallenge,
  cloudSecrets,
  configureProvider,
  openLicensing,
} from '../../../testing/vendor-licences.ts';
import { newLearner, onAnotherDevice, startCopying } from './offline.fixture.ts';

const { drm, offline } = endpoints;

const { server, service, cloud } = await openLicensing({ DEVICES_PER_LEARNER: '2' });
beforeEach(() => configureProvider(server, 'widevine', cloud, cloudSecrets));

/** A copy that is being fetched, and how its licence is asked for. */
async function startKeeping() {
  const copying = await startCopying(server);
  const { playbackSessionId: playbackSession } = copying.grant.stream;
  const body = buildChallenge([copying.keys[0]!.keyId]);
  const askBy = (client: typeof copying.learner | Awaited<ReturnType<typeof onAnotherDevice>>) =>
    client.call(drm.widevineLicense, { query: { playbackSession, keep: 'true' }, body });
  return { ...copying, playbackSession, body, askBy };
}

it('a licence for a copy may be kept until the copy ends, also where others may not', async () => {
  const { learner, grant, playbackSession, body, askBy, videoId } = await startKeeping();
  const offered = grant.stream.keySystems['com.widevine.alpha'];
  expect(offered?.mayKeepLicences).toBe(true);
  expect(grant.stream.keySystems['org.w3.clearkey']).toBeUndefined();
  await askBy(learner);
  const leftSeconds = (Date.parse(grant.copy.expiresAt) - Date.now()) / 1000;
  const { policy_overrides: rules } = service.received[0]!.message;
  const untilItsEnd = expect.closeTo(leftSeconds, -2);
  expect(rules).toMatchObject({
    can_persist: true,
    can_renew: false,
    license_duration_seconds: untilItsEnd,
  });
  const { licenses } = await learner.call(drm.licenseStatus, { params: { id: videoId } });
  expect(licenses).toMatchObject([{ drmSystem: 'widevine', persistent: true, valid: true }]);
  const untilMs = Date.parse(licenses[0]!.expirationTime);
  expect(untilMs).toBeLessThanOrEqual(Date.parse(grant.copy.expiresAt));

  // One that is not to be kept ends with the session that fetches.
  await learner.call(drm.widevineLicense, { query: { playbackSession }, body });
  const { policy_overrides: passing } = service.received[1]!.message;
  expect(passing).toMatchObject({ can_persist: false });
  expect(passing).not.toMatchObject({ license_duration_seconds: untilItsEnd });
});

it('there is none for another device, another learner, or a copy that is revoked or removed', async () => {
  const ended = { status: 403, reason: 'playback_session_ended' };
  const first = await startKeeping();
  const other = await onAnotherDevice(server, first.learner);
  expect(await catchRefusal(first.askBy(other))).toMatchObject(ended);
  expect(await catchRefusal(first.askBy(await newLearner(server)))).toMatchObject(ended);
  const root = await server.superAdmin();
  await root.call(offline.revoke, { params: { id: first.id } });
  expect(await catchRefusal(first.askBy(first.learner))).toMatchObject(ended);
  const second = await startKeeping();
  await second.learner.call(offline.remove, { params: { id: second.id } });
  expect(await catchRefusal(second.askBy(second.learner))).toMatchObject(ended);
  expect(service.received).toEqual([]);
});

it('a session whose copy is over gets none, even where it was not ended itself', async () => {
  const { learner, id, askBy } = await startKeeping();
  const { db } = server.instance.foundation;
  await db
    .updateTable('offline_copies')
    .set({ expires_at: new Date() })
    .where('id', '=', id)
    .execute();
  expect(await catchRefusal(askBy(learner))).toMatchObject({ status: 403 });
  expect(service.received).toEqual([]);
});
