import { randomUUID } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { fetchSegment, playVideo } from '../../../testing/play-video.ts';
import { readStatus } from '../../../testing/read-status.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { noId } from '../../../testing/role-subjects.ts';
import { setConfig } from '../../../testing/set-config.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import {
  checkCopy,
  copyVideo,
  newLearner,
  onAnotherDevice,
  renewSession,
  startCopying,
} from './offline.fixture.ts';

const { drm, offline, security, users, videos } = endpoints;
const dayMs = 86_400_000;

let server: TestServer;
let root: TestClient;
let offsetMs = 0;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(Date.now() + offsetMs) },
    environment: { DEVICES_PER_LEARNER: '2' },
  });
  root = await server.superAdmin();
});
afterAll(() => server.stop());
beforeEach(() => {
  offsetMs = 0;
});

const db = () => server.instance.foundation.db;
const valid = { state: 'valid', revokedFor: null };
const unknown = { state: 'unknown', revokedFor: null };
const revokedFor = (reason: string) => ({ state: 'revoked', revokedFor: reason });

const licence = (client: TestClient, playbackSession: string, keys: readonly { keyId: Buffer }[]) =>
  client.call(drm.clearKeyLicense, {
    query: { playbackSession },
    body: { kids: keys.map(({ keyId }) => keyId.toString('base64url')) },
  });

const sessionsOf = (userId: string) =>
  db()
    .selectFrom('playback_sessions')
    .select(['id', 'copy_id', 'started_at', 'ended_at', 'ended_cause'])
    .where('user_id', '=', userId)
    .orderBy('opened_at')
    .execute();

const eventsOf = async (userId: string) => {
  const rows = await db()
    .selectFrom('events')
    .select(['name', 'data', 'device_id'])
    .where('user_id', '=', userId)
    .where('name', 'in', ['offline.copied', 'playback.opened'])
    .execute();
  return rows;
};

describe('a copy', () => {
  it('is fetched with its keys, and is no play', async () => {
    const { learner, videoId, keys, grant, id } = await startCopying(server);
    const { stream, copy } = grant;
    expect(copy).toMatchObject({ videoId, title: stream.title, ...valid });
    expect(Date.parse(copy.expiresAt) - Date.parse(copy.createdAt)).toBe(7 * dayMs);
    expect(grant.deviceId).toBe(learner.deviceId);
    expect(Buffer.from(grant.secret, 'base64url')).toHaveLength(32);
    expect(Date.parse(stream.expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);

    const { keys: given } = await licence(learner, stream.playbackSessionId, keys);
    expect(given).toHaveLength(keys.length);
    expect(await fetchSegment(server.origin, learner, stream)).toBe(200);
    expect(await sessionsOf(learner.userId)).toMatchObject([
      { id: stream.playbackSessionId, copy_id: id, started_at: null, ended_at: null },
    ]);
    const deviceId = learner.deviceId;
    expect(await eventsOf(learner.userId)).toEqual([
      {
        name: 'offline.copied',
        data: { copyId: id, userId: learner.userId, videoId, deviceId },
        device_id: deviceId,
      },
    ]);
    const { views } = await root.call(videos.getManaged, { params: { id: videoId } });
    expect(views).toBe(0);
    const { items } = await root.call(security.lookUpWatermark, {
      body: { code: stream.watermark.sessionCode },
    });
    expect(items).toMatchObject([{ user: { id: learner.userId }, exact: true }]);
  });

  it('keeps its secret sealed', async () => {
    const { grant, id } = await startCopying(server);
    const row = db().selectFrom('offline_copies').select('sealed_secret').where('id', '=', id);
    const { sealed_secret: sealed } = await row.executeTakeFirstOrThrow();
    expect(sealed.includes(Buffer.from(grant.secret, 'base64url'))).toBe(false);
  });

  it('neither ends what plays nor is ended by it, also of the same video', async () => {
    const { learner, videoId, keys, grant } = await startCopying(server);
    const first = await playVideo(learner, videoId);
    await licence(learner, grant.stream.playbackSessionId, keys);
    const other = await copyVideo(learner, (await addReadyVideo(server)).videoId);
    const second = await copyVideo(learner, videoId);
    await licence(learner, second.stream.playbackSessionId, keys);
    await licence(learner, first.playbackSessionId, keys);
    const rows = await sessionsOf(learner.userId);
    const isOpen = new Map(rows.map((row) => [row.id, row.ended_at === null]));
    expect(isOpen.get(first.playbackSessionId)).toBe(true);
    expect(isOpen.get(other.stream.playbackSessionId)).toBe(true);
    // A call that names only the video means what plays.
    await learner.call(videos.analytics, {
      params: { id: videoId },
      body: { event: 'play', position: 0, duration: 60, timestamp: new Date().toISOString() },
    });
    const elsewhere = await onAnotherDevice(server, learner);
    const refused = await catchRefusal(playVideo(elsewhere, videoId));
    expect(refused.details).toMatchObject({ others: [{ title: first.title }] });
  });

  it('is resumed by another playback session, with the same secret', async () => {
    const { learner, videoId, keys, grant, id } = await startCopying(server);
    const again = await copyVideo(learner, videoId, id);
    expect(again.copy).toEqual(grant.copy);
    expect(again.secret).toBe(grant.secret);
    expect(again.stream.playbackSessionId).not.toBe(grant.stream.playbackSessionId);
    await licence(learner, again.stream.playbackSessionId, keys);
    expect((await eventsOf(learner.userId)).map(({ name }) => name)).toEqual(['offline.copied']);
  });

  it('is resumed neither for another video nor by another device, nor once it is over', async () => {
    const { learner, videoId, id } = await startCopying(server);
    const other = await addReadyVideo(server);
    const notFound = { status: 404, code: 'RESOURCE_NOT_FOUND' };
    await expect(copyVideo(learner, other.videoId, id)).rejects.toMatchObject(notFound);
    const elsewhere = await onAnotherDevice(server, learner);
    await expect(copyVideo(elsewhere, videoId, id)).rejects.toMatchObject(notFound);
    await learner.call(offline.remove, { params: { id } });
    await expect(copyVideo(learner, videoId, id)).rejects.toMatchObject(notFound);
    expect((await sessionsOf(learner.userId)).map((row) => row.copy_id)).toEqual([id]);
  });

  it('replaces the one of the same video, which fetches no more', async () => {
    const { learner, videoId, keys, grant, id } = await startCopying(server);
    const next = await copyVideo(learner, videoId);
    expect(next.copy.id).not.toBe(id);
    expect(next.secret).not.toBe(grant.secret);
    expect(await checkCopy(learner, id)).toEqual(revokedFor('replaced'));
    expect(await checkCopy(learner, next.copy.id)).toEqual(valid);
    const over = licence(learner, grant.stream.playbackSessionId, keys);
    await expect(over).rejects.toMatchObject({ reason: 'playback_session_ended' });
    expect(await fetchSegment(server.origin, learner, grant.stream)).toBe(403);
  });

  it('is the only good one of two that are made at once', async () => {
    const learner = await newLearner(server);
    const { videoId } = await addReadyVideo(server);
    const made = await Promise.all([1, 2, 3].map(() => copyVideo(learner, videoId)));
    const ids = made.map(({ copy }) => copy.id);
    const { copies } = await learner.call(offline.check, { body: { ids } });
    const states = copies.map(({ state }) => state).toSorted();
    expect(states).toEqual(['revoked', 'revoked', 'valid']);
  });

  it('ends with the publication of its video', async () => {
    const learner = await newLearner(server);
    const { videoId } = await addReadyVideo(server);
    const until = new Date(Date.now() + dayMs);
    await db()
      .updateTable('videos')
      .set({ unpublish_at: until })
      .where('id', '=', videoId)
      .execute();
    const { copy } = await copyVideo(learner, videoId);
    expect(copy.expiresAt).toBe(until.toISOString());
  });

  it('is refused where a start is refused', async () => {
    const { videoId } = await addReadyVideo(server);
    const reasonOf = async (client: TestClient) =>
      (await catchRefusal(copyVideo(client, videoId))).reason;
    expect(await reasonOf(await server.newUser())).toBe('access_session_required');
    const phone = await newLearner(server);
    phone.userAgent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile';
    expect(await reasonOf(phone)).toBe('mobile_device');
    const learner = await newLearner(server);
    const moment = { started_at: new Date(), ends_at: new Date(Date.now() + dayMs) };
    await db()
      .insertInto('playback_suspensions')
      .values({ id: randomUUID(), user_id: learner.userId, ...moment })
      .execute();
    expect(await reasonOf(learner)).toBe('playback_suspended');
    await db().updateTable('videos').set({ published: false }).where('id', '=', videoId).execute();
    expect(await reasonOf(await newLearner(server))).toBe('video_not_available');
  });
});

describe('the switch of the installation', () => {
  it('refuses new copies, and revokes those that are asked about for good', async () => {
    const { learner, videoId, id } = await startCopying(server);
    expect(await learner.call(offline.list, {})).toMatchObject({ enabled: true });
    await setConfig(server, { playback: { offlineCopies: false } });
    try {
      const refused = { status: 403, reason: 'offline_not_allowed' };
      await expect(copyVideo(learner, videoId)).rejects.toMatchObject(refused);
      await expect(copyVideo(learner, videoId, id)).rejects.toMatchObject(refused);
      expect(await learner.call(offline.list, {})).toMatchObject({ enabled: false });
      expect(await checkCopy(learner, id)).toEqual(revokedFor('administrator'));
    } finally {
      await setConfig(server, {});
    }
    expect(await checkCopy(learner, id)).toEqual(revokedFor('administrator'));
  });
});

describe('a check', () => {
  it('knows only the copies of this learner on this device', async () => {
    const { learner, id } = await startCopying(server);
    const stranger = await newLearner(server);
    const elsewhere = await onAnotherDevice(server, learner);
    for (const other of [stranger, elsewhere]) {
      expect(await checkCopy(other, id)).toEqual(unknown);
      expect((await other.call(offline.list, {})).copies).toEqual([]);
      await expect(other.call(offline.remove, { params: { id } })).rejects.toMatchObject({
        status: 404,
      });
    }
    expect(await checkCopy(learner, randomUUID())).toEqual(unknown);
    expect(await checkCopy(learner, id)).toEqual(valid);
    await learner.call(offline.remove, { params: { id } });
    await learner.call(offline.remove, { params: { id } });
    expect(await checkCopy(learner, id)).toEqual(unknown);
    expect((await learner.call(offline.list, {})).copies).toEqual([]);
  });

  it('revokes for good what may not be played any more', async () => {
    const hidden = await startCopying(server);
    const setPublished = (published: boolean) =>
      db().updateTable('videos').set({ published }).where('id', '=', hidden.videoId).execute();
    await setPublished(false);
    expect(await checkCopy(hidden.learner, hidden.id)).toEqual(revokedFor('video_not_available'));
    await setPublished(true);
    expect(await checkCopy(hidden.learner, hidden.id)).toEqual(revokedFor('video_not_available'));

    const moved = await startCopying(server);
    const forPune = { for_everyone: false, districts: ['Pune'] };
    await db().updateTable('videos').set(forPune).where('id', '=', moved.videoId).execute();
    expect(await checkCopy(moved.learner, moved.id)).toEqual(revokedFor('video_not_available'));

    const suspended = await startCopying(server);
    await db()
      .transaction()
      .execute((trx) =>
        server.instance.composition.playback.suspendPlayback(trx, suspended.learner.userId, dayMs),
      );
    expect(await checkCopy(suspended.learner, suspended.id)).toEqual(
      revokedFor('playback_suspended'),
    );

    const terminated = await startCopying(server);
    await db()
      .insertInto('video_terminations')
      .values({
        id: randomUUID(),
        user_id: terminated.learner.userId,
        video_id: terminated.videoId,
        terminated_at: new Date(),
        violations: 3,
      })
      .execute();
    expect(await checkCopy(terminated.learner, terminated.id)).toEqual(
      revokedFor('access_terminated'),
    );
    const { stream } = terminated.grant;
    expect(await fetchSegment(server.origin, terminated.learner, stream)).toBe(403);
  });

  it('expires a copy after seven days, in which its code leads to its learner', async () => {
    const { learner, id, grant } = await startCopying(server);
    offsetMs = 7 * dayMs - 60_000;
    await renewSession(learner);
    expect(await checkCopy(learner, id)).toEqual(valid);
    for (const job of server.instance.composition.playback.retentionJobs) await job.removeSome(100);
    const { sessionCode: code } = grant.stream.watermark;
    const owner = db().selectFrom('playback_sessions').select('user_id').where('code', '=', code);
    expect(await owner.execute()).toEqual([{ user_id: learner.userId }]);
    offsetMs = 7 * dayMs;
    expect(await checkCopy(learner, id)).toEqual({ state: 'expired', revokedFor: null });
    offsetMs = 38 * dayMs;
    for (const job of server.instance.composition.playback.retentionJobs) await job.removeSome(100);
    const left = db().selectFrom('offline_copies').select('id').where('id', '=', id);
    expect(await left.execute()).toEqual([]);
  });
});

it.each([
  ['a copy of nothing', offline.create, { body: {} }],
  ['a video without an id', offline.create, { body: { videoId: 'x' } }],
  ['a scheme that nobody knows', offline.create, { body: { videoId: noId, schemes: ['rot13'] } }],
  ['a check of nothing', offline.check, { body: { ids: [] } }],
  ['a check of too many', offline.check, { body: { ids: Array(21).fill(noId) } }],
  ['no event', offline.reportViews, { params: { id: noId }, body: { events: [] } }],
  [
    'an event without an id',
    offline.reportViews,
    {
      params: { id: noId },
      body: {
        events: [{ event: 'play', position: 1, duration: 2, timestamp: '2026-11-20T00:00:00Z' }],
      },
    },
  ],
  ['a copy without an id', offline.remove, { params: { id: 'x' } }],
])('refuses %s', async (_, endpoint, input) => {
  const learner = await server.newUser();
  expect(await readStatus(server.origin, learner, endpoint, input)).toBe(400);
});

describe('an administrator', () => {
  it('sees the copies of a learner in scope, and revokes one', async () => {
    const { learner, videoId, keys, grant, id } = await startCopying(server);
    const params = { id: learner.userId };
    await checkCopy(learner, id);
    const { items, total } = await root.call(offline.ofLearner, { params });
    expect(total).toBe(1);
    expect(items).toMatchObject([{ id, videoId, ...valid, checkedAt: expect.any(String) }]);
    const revoked = await root.call(offline.revoke, { params: { id } });
    expect(revoked).toMatchObject({ id, ...revokedFor('administrator') });
    expect(await root.call(offline.revoke, { params: { id } })).toEqual(revoked);
    expect(await checkCopy(learner, id)).toEqual(revokedFor('administrator'));
    const over = licence(learner, grant.stream.playbackSessionId, keys);
    await expect(over).rejects.toMatchObject({ reason: 'playback_session_ended' });
    const entries = await db()
      .selectFrom('admin_audit')
      .select(['subject_id', 'after'])
      .where('action', '=', 'offline-copy.revoke')
      .execute();
    const after = { revoked: true, video: grant.copy.title };
    expect(entries).toEqual([{ subject_id: learner.userId, after }]);
  });

  it('of another district finds neither', async () => {
    const { learner, id } = await startCopying(server);
    const admin = await server.newUser('ADMIN');
    const adminScope = { level: 'district' as const, values: ['Nashik'] };
    await root.call(users.setPermissions, {
      params: { id: admin.userId },
      body: { permissions: ['users.read', 'devices.manage'], adminScope },
    });
    const notFound = { status: 404, code: 'RESOURCE_NOT_FOUND' };
    const list = admin.call(offline.ofLearner, { params: { id: learner.userId } });
    await expect(list).rejects.toMatchObject(notFound);
    const revoked = admin.call(offline.revoke, { params: { id } });
    await expect(revoked).rejects.toMatchObject(notFound);
    expect(await checkCopy(learner, id)).toEqual(valid);
  });
});
