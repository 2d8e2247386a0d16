import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allowStreams,
  createCapture,
  createCaptures,
  fetchSegment,
  playVideo,
  reportIncidents,
  startWatching,
} from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { drm, security, system, users, videos } = endpoints;

let server: TestServer;
let root: TestClient;
let offsetMs = 0;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(Date.now() + offsetMs) },
    environment: { DEVICES_PER_LEARNER: '2' },
  });
  root = await server.superAdmin();
  await allowStreams(server, 100);
});
afterAll(() => server.stop());

const terminated = { status: 403, code: 'ACCESS_DENIED', reason: 'access_terminated' };
const files = { 'v180/1.m4s': Buffer.from('segment') };

async function watching() {
  const { playbackSessionId: playback, ...rest } = await startWatching(server, { files });
  return { ...rest, playback };
}

const segment = (
  client: TestClient,
  stream: Parameters<typeof fetchSegment>[2],
  origin = server.origin,
) => fetchSegment(origin, client, stream);

const terminationsOf = async (userId: string, query: object = {}) =>
  (await root.call(security.terminations, { query: { user: userId, ...query } })).items;

async function lift(userId: string, reason = 'A mistake of the browser', client = root) {
  const [{ id } = { id: '' }] = await terminationsOf(userId);
  return client.call(security.liftTermination, { params: { id }, body: { reason } });
}

describe('the third violation', () => {
  it('ends access to that video for stream, manifest, licence and segments', async () => {
    const { learner, videoId, keys, stream, playback } = await watching();
    const other = await addReadyVideo(server);
    expect(stream.violations).toEqual({ count: 0, terminated: false });
    const [first, second, third] = createCaptures(playback, 3);
    for (const [incident, count] of [
      [first, 1],
      [second, 2],
    ] as const) {
      const answer = await reportIncidents(learner, ...(incident ? [incident] : []));
      expect(answer.violations).toEqual([{ videoId, count, terminated: false }]);
    }
    expect(await segment(learner, stream)).toBe(200);
    const { userToken } = await learner.call(drm.generateToken, { body: { videoId } });
    const last = await reportIncidents(learner, ...(third ? [third] : []));
    expect(last.violations).toEqual([{ videoId, count: 3, terminated: true }]);

    expect(await segment(learner, stream)).toBe(403);
    const params = { id: videoId };
    const body = { userToken };
    await expect(learner.call(videos.stream, { params, body })).rejects.toMatchObject(terminated);
    expect(await learner.call(videos.accessValidation, { params, body })).toEqual({
      allowed: false,
      reason: 'access_terminated',
    });
    const query = { playbackSession: playback };
    const manifest = learner.call(videos.manifestDash, { params, query });
    await expect(manifest).rejects.toMatchObject(terminated);
    const kids = keys.map(({ keyId }) => keyId.toString('base64url'));
    const licence = learner.call(drm.clearKeyLicense, { query, body: { kids } });
    await expect(licence).rejects.toMatchObject(terminated);
    // Other videos, and other learners, are not touched.
    await playVideo(learner, other.videoId);
    const classmate = await server.newUser();
    await classmate.confirmPassword(testPassword);
    await playVideo(classmate, videoId);
  });

  it('is not undone by a reload, a new sign-in or another device', async () => {
    const { learner, videoId, playback } = await watching();
    const [first, ...rest] = createCaptures(playback, 3);
    await reportIncidents(learner, ...(first ? [first] : []));
    const reloaded = await playVideo(learner, videoId);
    expect(reloaded.violations).toEqual({ count: 1, terminated: false });
    // Signals from before the reload still count when they arrive late.
    await reportIncidents(learner, ...rest);
    await expect(playVideo(learner, videoId)).rejects.toMatchObject(terminated);
    await learner.signIn(learner.contactNumber, testPassword);
    await learner.confirmPassword(testPassword);
    await expect(playVideo(learner, videoId)).rejects.toMatchObject(terminated);
    const device = await server.newClient();
    await device.signIn(learner.contactNumber, testPassword);
    await device.confirmPassword(testPassword);
    await expect(playVideo(device, videoId)).rejects.toMatchObject(terminated);
  });

  it('ends play on every device of the learner', async () => {
    const { learner, videoId, playback } = await watching();
    const device = await server.newClient();
    await device.signIn(learner.contactNumber, testPassword);
    await device.confirmPassword(testPassword);
    const elsewhere = await playVideo(device, videoId);
    expect(await segment(device, elsewhere)).toBe(200);
    await reportIncidents(learner, ...createCaptures(playback, 3));
    expect(await segment(device, elsewhere)).toBe(403);
  });

  it('happens once, with one fact, when reports race', async () => {
    const { learner, videoId, playback } = await watching();
    const all = createCaptures(playback, 6);
    const answers = await Promise.all(all.map((incident) => reportIncidents(learner, incident)));
    const outcomes = answers.flatMap(({ violations }) => violations);
    expect(outcomes.filter((standing) => standing.terminated).length).toBe(4);
    expect(await terminationsOf(learner.userId)).toMatchObject([
      { violations: 3, video: { id: videoId }, liftedAt: null },
    ]);
    const facts = await server.instance.foundation.db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'playback.terminated')
      .execute();
    const mine = facts.filter((fact) => JSON.stringify(fact.data).includes(learner.userId));
    expect(mine).toHaveLength(1);
  });

  it('cannot be escaped by opening the video at the same time', async () => {
    const { learner, videoId, playback } = await watching();
    const tokens = await Promise.all(
      Array.from({ length: 6 }, () => learner.call(drm.generateToken, { body: { videoId } })),
    );
    const open = ({ userToken }: { userToken: string }) =>
      learner.call(videos.stream, { params: { id: videoId }, body: { userToken } });
    const [, ...opened] = await Promise.allSettled([
      reportIncidents(learner, ...createCaptures(playback, 3)),
      ...tokens.map(open),
    ]);
    for (const one of opened) {
      if (one.status === 'fulfilled') expect(await segment(learner, one.value)).toBe(403);
      else expect(one.reason).toMatchObject(terminated);
    }
  });

  it('is reached by no number of weak or unsure signals', async () => {
    const { learner, videoId, playback } = await watching();
    const weak = createCaptures(playback, 10).map((one, at) => ({
      ...one,
      ...(at % 2 ? { type: 'window_size_difference' as const } : { confidence: 'low' as const }),
    }));
    const answer = await reportIncidents(learner, ...weak);
    expect(answer.violations).toEqual([{ videoId, count: 0, terminated: false }]);
  });

  it('counts a key that is pressed by mistake only when it is repeated, whatever the browser claims', async () => {
    const { learner, videoId, playback } = await watching();
    const begin = Date.now();
    const press = (hotkey: string, atMs: number) =>
      createCapture(playback, {
        type: 'blocked_hotkey',
        message: `${hotkey} was pressed and prevented`,
        metadata: { hotkey },
        occurredAt: new Date(begin + atMs).toISOString(),
      });
    const counted = async (...presses: Parameters<typeof press>[]) => {
      const answer = await reportIncidents(learner, ...presses.map((each) => press(...each)));
      return answer.violations;
    };
    expect(await counted(['F9', 0])).toEqual([{ videoId, count: 0, terminated: false }]);
    expect(await counted(['Alt+R', 70_000])).toEqual([{ videoId, count: 0, terminated: false }]);
    expect(await counted(['F10', 75_000])).toEqual([{ videoId, count: 1, terminated: false }]);
    // The second within a minute, also where the first comes in late.
    expect(await counted(['F9', 100_000])).toEqual([{ videoId, count: 2, terminated: false }]);
    const { items } = await root.call(security.incidents, { query: { user: learner.userId } });
    const judged = items.map(({ metadata, violation, severity }) => [
      metadata['hotkey'],
      violation,
      severity,
    ]);
    expect(judged).toEqual([
      ['F9', true, 'high'],
      ['F10', true, 'high'],
      ['Alt+R', false, 'low'],
      ['F9', false, 'low'],
    ]);
    expect(await counted(['Ctrl+Shift+R', 20_000])).toEqual([
      { videoId, count: 4, terminated: true },
    ]);
  });

  it('forgets violations after the hours of the policy', async () => {
    const { learner, videoId, playback } = await watching();
    await reportIncidents(learner, ...createCaptures(playback, 2));
    offsetMs = 24 * 3_600_000 + 1000;
    await learner.signIn(learner.contactNumber, testPassword);
    await learner.confirmPassword(testPassword);
    const later = await playVideo(learner, videoId);
    offsetMs = 0;
    expect(later.violations).toEqual({ count: 0, terminated: false });
  });

  it('is the number that the super administrator sets', async () => {
    const view = await root.call(system.config, {});
    const { config, version } = view;
    const save = (playback: object, of: number) =>
      root.call(system.updateConfig, {
        body: { version: of, config: { playback: { ...config.playback, ...playback } } },
      });
    const saved = await save({ violationsToTerminate: 2, firstWarningSeconds: 20 }, version);
    const { learner, videoId, stream, playback } = await watching();
    expect(stream.policy.violations).toMatchObject({ terminateAt: 2, firstWarningMs: 20_000 });
    const answer = await reportIncidents(learner, ...createCaptures(playback, 2));
    await save({}, saved.version);
    expect(answer.violations).toEqual([{ videoId, count: 2, terminated: true }]);
  });

  it('is known to a second process soon, and after a restart', async () => {
    const beside = await startTestServer({ beside: server });
    const { learner, stream, playback } = await watching();
    expect(await segment(learner, stream, beside.origin)).toBe(200);
    await reportIncidents(learner, ...createCaptures(playback, 3));
    const asked = () => segment(learner, stream, beside.origin);
    await expect.poll(asked, { timeout: 4000, interval: 20 }).toBe(403);
    await beside.stop();
    const restarted = await startTestServer({ beside: server });
    expect(await segment(learner, stream, restarted.origin)).toBe(403);
    await restarted.stop();
  });
});

describe('lifting a termination', () => {
  it('gives the video back with a clean slate, and leaves reason and name on record', async () => {
    const { learner, videoId, stream, playback } = await watching();
    await reportIncidents(learner, ...createCaptures(playback, 3));
    const lifted = await lift(learner.userId);
    expect(lifted).toMatchObject({
      user: { id: learner.userId },
      liftReason: 'A mistake of the browser',
    });
    expect(lifted.liftedAt).not.toBeNull();
    expect(await terminationsOf(learner.userId, { state: 'active' })).toEqual([]);
    const again = await playVideo(learner, videoId);
    expect(again.violations).toEqual({ count: 0, terminated: false });
    expect(await segment(learner, again)).toBe(200);
    // The last reports of the ended playback are from before.
    const late = await reportIncidents(learner, createCapture(playback));
    expect(late.violations).toEqual([{ videoId, count: 0, terminated: false }]);
    expect(stream.videoId).toBe(videoId);
    const log = await root.call(users.auditLog, {
      query: { action: 'playback.lift-termination' },
    });
    const mine = log.items.find(({ subjectId }) => subjectId === learner.userId);
    expect(mine?.after).toMatchObject({ reason: 'A mistake of the browser', terminated: false });
  });

  it('happens once, though many ask at once', async () => {
    const { learner, playback } = await watching();
    await reportIncidents(learner, ...createCaptures(playback, 3));
    const all = await Promise.allSettled([1, 2, 3].map(() => lift(learner.userId)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const error of refused) {
      expect(error).toMatchObject({ status: 409, reason: 'termination_lifted' });
    }
  });

  it('needs a reason, the permission, the learner in scope, and another administrator', async () => {
    const { learner, playback } = await watching();
    await reportIncidents(learner, ...createCaptures(playback, 3));
    await expect(lift(learner.userId, ' ')).rejects.toMatchObject({ status: 400 });
    const adminWith = async (body: object) => {
      const admin = await server.newUser('ADMIN');
      await root.call(users.setPermissions, {
        params: { id: admin.userId },
        body: { permissions: ['security.read', 'users.write'], ...body },
      });
      return admin;
    };
    const elsewhere = await adminWith({ adminScope: { level: 'district', values: ['Pune'] } });
    const reader = await adminWith({ permissions: ['security.read'] });
    const asked = (client: TestClient) => lift(learner.userId, 'Because', client);
    await expect(asked(elsewhere)).rejects.toMatchObject({ status: 404 });
    await expect(asked(reader)).rejects.toMatchObject({ status: 403 });
    await expect(asked(learner)).rejects.toMatchObject({ status: 403 });
    const admin = await adminWith({ adminScope: { level: 'global' } });
    await admin.confirmPassword(testPassword);
    const { videoId } = await addReadyVideo(server);
    const own = await playVideo(admin, videoId);
    await reportIncidents(admin, ...createCaptures(own.playbackSessionId, 3));
    await expect(lift(admin.userId, 'Because', admin)).rejects.toMatchObject({
      status: 403,
      reason: 'not_yourself',
    });
  });
});
