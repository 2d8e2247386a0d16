import { randomUUID } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAhead } from '../../../testing/play-video.ts';
import { setConfig } from '../../../testing/set-config.ts';
import { testPassword } from '../../../testing/start-test-server.ts';
import {
  buildChallenge,
  cloudSecrets,
  configureProvider,
  openLicensing,
  refusal,
  watchVideo,
} from '../../../testing/vendor-licences.ts';

const { auth, drm, drmAdmin, logs } = endpoints;

const { server, service, cloud } = await openLicensing();
beforeEach(() => configureProvider(server, 'widevine', cloud, cloudSecrets));
afterEach(() => allowKeeping(false));

async function allowKeeping(persistentLicences: boolean): Promise<void> {
  await setConfig(server, { drm: { persistentLicences } });
}

describe('a licence that a browser may keep', () => {
  it('is requested with six hours, and recorded until then', async () => {
    await allowKeeping(true);
    const { learner, query, keys, videoId } = await watchVideo(server);
    const before = Date.now();
    const body = buildChallenge([keys[0]!.keyId]);
    await learner.call(drm.widevineLicense, { query: { ...query, keep: 'true' }, body });
    expect(service.received[0]!.message).toMatchObject({
      policy_overrides: {
        can_persist: true,
        can_renew: false,
        playback_duration_seconds: 0,
        license_duration_seconds: 21_600,
        rental_duration_seconds: 21_600,
      },
    });
    const params = { system: 'widevine', id: videoId } as const;
    const kept = await learner.call(drm.persistentLicense, { params });
    const { sessionId } = await learner.call(auth.validate, {});
    expect(kept).toMatchObject({ videoId, drmSystem: 'widevine', sessionId });
    const lifeMs = Date.parse(kept.expirationTime) - before;
    expect(lifeMs).toBeGreaterThanOrEqual(6 * 3_600_000 - 1000);
    expect(lifeMs).toBeLessThan(6 * 3_600_000 + 60_000);
    const status = await learner.call(drm.licenseStatus, { params: { id: videoId } });
    expect(status.licenses).toMatchObject([
      { drmSystem: 'widevine', persistent: true, valid: true },
    ]);

    // Not for another user, not for another system, and not once its time is over.
    const none = { status: 404 };
    const stranger = await server.newUser();
    await expect(stranger.call(drm.persistentLicense, { params })).rejects.toMatchObject(none);
    expect(await stranger.call(drm.licenseStatus, { params: { id: videoId } })).toEqual({
      videoId,
      licenses: [],
    });
    const other = { system: 'fairplay', id: videoId } as const;
    await expect(learner.call(drm.persistentLicense, { params: other })).rejects.toMatchObject(
      none,
    );
    await server.instance.foundation.db
      .updateTable('drm_licences')
      .set({ expires_at: new Date() })
      .where('video_id', '=', videoId)
      .execute();
    await expect(learner.call(drm.persistentLicense, { params })).rejects.toMatchObject(none);
    const later = await learner.call(drm.licenseStatus, { params: { id: videoId } });
    expect(later.licenses).toMatchObject([{ valid: false }]);
  });

  it('starts the playback that uses it instead of a new one, for that video and caller alone', async () => {
    await allowKeeping(true);
    const { learner, query, keys, videoId } = await watchVideo(server);
    const body = buildChallenge([keys[0]!.keyId]);
    await learner.call(drm.widevineLicense, { query: { ...query, keep: 'true' }, body });
    const params = { system: 'widevine', id: videoId } as const;
    const startedAt = (id: string) =>
      server.instance.foundation.db
        .selectFrom('playback_sessions')
        .select('started_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const { playbackSessionId } = await openAhead(learner, videoId);
    expect(await startedAt(playbackSessionId)).toEqual({ started_at: null });
    const use = (playbackSession: string) =>
      learner.call(drm.persistentLicense, { params, query: { playbackSession } });
    await use(playbackSessionId);
    expect((await startedAt(playbackSessionId)).started_at).toBeInstanceOf(Date);

    const stranger = await watchVideo(server);
    const ended = refusal(403, 'playback_session_ended');
    await expect(use(stranger.query.playbackSession)).rejects.toMatchObject(ended);
    // By the start of the second one.
    await expect(use(query.playbackSession)).rejects.toMatchObject(ended);
  });

  it('is none where keeping is not allowed, or the browser can not keep it', async () => {
    const { learner, query, keys, videoId } = await watchVideo(server);
    const body = buildChallenge([keys[0]!.keyId]);
    await learner.call(drm.widevineLicense, { query: { ...query, keep: 'true' }, body });
    await allowKeeping(true);
    const able = await watchVideo(server);
    expect(able.stream.keySystems['com.widevine.alpha']?.mayKeepLicences).toBe(true);
    await able.learner.call(drm.widevineLicense, {
      query: able.query,
      body: buildChallenge([able.keys[0]!.keyId]),
    });
    const { policy_overrides: rules } = service.received[1]!.message;
    expect(rules).toMatchObject({ can_persist: false });
    await expect(
      able.learner.call(drm.persistentLicense, {
        params: { system: 'widevine', id: able.videoId },
      }),
    ).rejects.toMatchObject({ status: 404 });
    const params = { system: 'widevine', id: videoId } as const;
    await expect(learner.call(drm.persistentLicense, { params })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('the persistence log', () => {
  const event = (videoId: string, eventType: 'license_request' | 'cache_miss', n = 1) => ({
    timestamp: new Date().toISOString(),
    sessionId: 'x',
    userId: randomUUID(),
    videoId,
    eventType,
    requestNumber: n,
    networkCall: true,
    details: {},
    persistenceStatus: n === 1 ? ('partial' as const) : ('failed' as const),
  });

  it('is stored under its sender, and judged on the page', async () => {
    const learner = await server.newUser();
    await learner.confirmPassword(testPassword);
    const [one, two] = [randomUUID(), randomUUID()];
    const events = [
      event(one, 'license_request'),
      {
        ...event(one, 'license_request', 2),
        networkCall: false,
        persistenceStatus: 'working' as const,
      },
      event(two, 'license_request'),
      event(two, 'license_request', 2),
      event(two, 'cache_miss'),
    ];
    const body = { events, sessionId: 'x', timestamp: new Date().toISOString() };
    expect(await learner.call(logs.drmPersistence, { body })).toEqual({ accepted: 5 });
    const rows = await server.instance.foundation.db
      .selectFrom('drm_persistence_events')
      .select('user_id')
      .execute();
    expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set([learner.userId]));
    const root = await server.superAdmin();
    const report = await root.call(drmAdmin.persistence, { query: { timeRange: '1h' } });
    expect(report).toMatchObject({
      requests: 4,
      networkCalls: 3,
      videosWorking: 1,
      videosTried: 2,
      cacheHitRate: 0,
      recommendation: 'improve_caching',
    });
  });

  it('accepts at most fifty events, and none that is malformed', async () => {
    const learner = await server.newUser();
    const send = (events: readonly object[]) =>
      learner.call(logs.drmPersistence, {
        body: { events: events as never, sessionId: 'x', timestamp: new Date().toISOString() },
      });
    const good = event(randomUUID(), 'license_request');
    for (const events of [
      [],
      Array.from({ length: 51 }, () => good),
      [{ ...good, eventType: 'something' }],
      [{ ...good, details: { a: 'x'.repeat(201) } }],
      [{ ...good, requestNumber: -1 }],
    ]) {
      await expect(send(events)).rejects.toMatchObject({ status: 400 });
    }
  });
});
