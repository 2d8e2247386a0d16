import { randomBytes, randomUUID } from 'node:crypto';
import { type BodyOf, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allowStreams } from '../../testing/play-video.ts';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts';
import { createUrlVersions } from './url-versions.adapter.ts';

const { videos, drm, groups, learners, users } = endpoints;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.superAdmin();
  await admin.confirmPassword(testPassword);
  // One video is watched beside another, which must play on.
  await allowStreams(server, 2);
});
afterAll(() => server.stop());

async function newVideo(): Promise<string> {
  const files = { 'v180/1.m4s': randomBytes(3000) };
  return (await addReadyVideo(server, { files })).videoId;
}

async function newLearner(): Promise<TestClient> {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  return learner;
}

/** Opens playback. @returns asks for the first segment by the path of that moment, and says how it went */
async function watch(client: TestClient, id: string): Promise<() => Promise<number>> {
  const { userToken } = await client.call(drm.generateToken, { body: { videoId: id } });
  const stream = await client.call(videos.stream, { params: { id }, body: { userToken } });
  return statusOf(client, stream.manifest.text);
}

function statusOf(client: TestClient, manifest: string): () => Promise<number> {
  const base = /<BaseURL>([^<]+)/.exec(manifest)?.[1];
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  return async () =>
    (await fetch(`${server.origin}${base}v180/1.m4s`, { headers: { cookie } })).status;
}

function change(id: string, body: BodyOf<typeof videos.update>) {
  return admin.call(videos.update, { params: { id }, body });
}

async function expectCut(status: () => Promise<number>): Promise<void> {
  await vi.waitFor(async () => expect(await status()).toBe(403), { timeout: 4000, interval: 20 });
}

const nobodyHere = { everyone: false, kendraTypes: [], countries: [], districts: ['Pune'] };

describe('paths that were signed already', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['unpublished', (id) => change(id, { published: false })],
    ['deleted', (id) => admin.call(videos.remove, { params: { id } })],
    ['kept for others', (id) => change(id, { audience: { ...nobodyHere, groupIds: [] } })],
    ['to end now', (id) => change(id, { unpublishAt: new Date().toISOString() })],
  ])('open nothing within two seconds of the video being %s', async (_, withdraw) => {
    const id = await newVideo();
    const other = await newVideo();
    const learner = await newLearner();
    const status = await watch(learner, id);
    const statusOfOther = await watch(learner, other);
    expect(await status()).toBe(200);
    await withdraw(id);
    await expectCut(status);
    expect(await statusOfOther()).toBe(200);
    const manifest = learner.call(videos.manifestDash, { params: { id } });
    await expect(manifest).rejects.toMatchObject({ status: 403 });
  });

  describe('of a learner who is no longer in the audience', () => {
    const moves: [string, (userId: string, groupId: string) => Promise<unknown>][] = [
      [
        'leaves the group',
        (userId, id) =>
          admin.call(groups.changeMembers, { params: { id }, body: { remove: [userId] } }),
      ],
      [
        'is taken out of the group',
        (id, group) =>
          admin.call(learners.changeGroups, { params: { id }, body: { remove: [group] } }),
      ],
      ['is in a group that goes', (_, id) => admin.call(groups.remove, { params: { id } })],
      [
        'moves to another district',
        async (id) => {
          const { updatedAt } = await admin.call(users.get, { params: { id } });
          const body = { district: 'Goa', updatedAt };
          return admin.call(users.update, { params: { id }, body });
        },
      ],
    ];
    it.each(moves)('are cut within two seconds: %s', async (what, move) => {
      const learner = await server.newUser();
      await learner.confirmPassword(testPassword);
      const other = await server.newUser();
      await other.confirmPassword(testPassword);
      const { id: groupId } = await admin.call(groups.create, { body: { name: what } });
      const add = [learner.userId, other.userId];
      await admin.call(groups.changeMembers, { params: { id: groupId }, body: { add } });
      await server.instance.foundation.db
        .updateTable('users')
        .set({ district: 'Pune' })
        .where('id', 'in', add)
        .execute();
      const isByPlace = what.includes('district');
      const groupIds = isByPlace ? [] : [groupId];
      const districts = isByPlace ? ['Pune'] : [];
      const id = await newVideo();
      await change(id, { audience: { ...nobodyHere, districts, groupIds } });
      const status = await watch(learner, id);
      const statusOfOther = await watch(other, id);
      const ofAll = await watch(learner, await newVideo());
      expect([await status(), await statusOfOther()]).toEqual([200, 200]);
      await move(learner.userId, groupId);
      await expectCut(status);
      expect(await ofAll()).toBe(200);
      if (what !== 'is in a group that goes') expect(await statusOfOther()).toBe(200);
      const manifest = learner.call(videos.manifestDash, { params: { id } });
      await expect(manifest).rejects.toMatchObject({ status: 403 });
      await expect(watch(learner, id)).rejects.toMatchObject({ status: 404 });
    });
  });

  describe('of a learner moved while playback is opened', () => {
    async function inGroup() {
      const learner = await server.newUser();
      await learner.confirmPassword(testPassword);
      const { id: groupId } = await admin.call(groups.create, { body: { name: randomUUID() } });
      const add = { params: { id: groupId }, body: { add: [learner.userId] } };
      await admin.call(groups.changeMembers, add);
      const id = await newVideo();
      await change(id, { audience: { ...nobodyHere, districts: [], groupIds: [groupId] } });
      return { learner, groupId, id };
    }
    const db = () => server.instance.foundation.db;

    it('are not given when the move comes first', async () => {
      const { learner, groupId, id } = await inGroup();
      const { userToken } = await learner.call(drm.generateToken, { body: { videoId: id } });
      const opened = await db()
        .transaction()
        .execute(async (trx) => {
          await trx.deleteFrom('user_group_members').where('group_id', '=', groupId).execute();
          await server.instance.composition.playback.endUnentitled(trx, [learner.userId]);
          const opening = learner
            .call(videos.stream, { params: { id }, body: { userToken } })
            .catch((error: unknown) => error);
          await waitUntilBlocked(server);
          return { opening };
        });
      expect(await opened.opening).toMatchObject({ status: 404, reason: 'video_not_available' });
      const rows = await db()
        .selectFrom('playback_sessions')
        .select('id')
        .where('video_id', '=', id)
        .execute();
      expect(rows).toEqual([]);
    });

    it('are cut when the move comes second', async () => {
      const { learner, groupId, id } = await inGroup();
      await watch(learner, id);
      const moved = await db()
        .transaction()
        .execute(async (trx) => {
          // As the transaction does that opens playback, and is not through yet.
          await sql`SELECT FROM users WHERE id = ${learner.userId} FOR SHARE`.execute(trx);
          const remove = { params: { id: groupId }, body: { remove: [learner.userId] } };
          const moving = admin.call(groups.changeMembers, remove);
          await waitUntilBlocked(server);
          await sql`INSERT INTO playback_sessions SELECT (jsonb_populate_record(one, jsonb_build_object(
            'id', gen_random_uuid(), 'code', 'RACING22', 'user_token_id', 'another', 'started_at', null)
          )).* FROM playback_sessions AS one WHERE video_id = ${id}`.execute(trx);
          return { moving };
        });
      await moved.moving;
      const rows = await db()
        .selectFrom('playback_sessions')
        .select('ended_cause')
        .where('video_id', '=', id)
        .execute();
      expect(rows).toEqual([{ ended_cause: 'withdrawn' }, { ended_cause: 'withdrawn' }]);
    });
  });

  it('stay cut when the video comes back, and new ones open it', async () => {
    const id = await newVideo();
    const learner = await newLearner();
    const before = await watch(learner, id);
    await change(id, { published: false });
    await expectCut(before);
    await change(id, { published: true });
    const manifest = await learner.call(videos.manifestDash, { params: { id } });
    expect(await statusOf(learner, manifest)()).toBe(200);
    expect(await before()).toBe(403);
  });

  it('are replaced for those who may still watch: the manifest brings new ones', async () => {
    const id = await newVideo();
    const status = await watch(admin, id);
    await change(id, { published: false });
    await expectCut(status);
    const manifest = await admin.call(videos.manifestDash, { params: { id } });
    expect(await statusOf(admin, manifest)()).toBe(200);
  });

  it('stay valid when no user loses the video', async () => {
    const id = await newVideo();
    const status = await watch(await newLearner(), id);
    await change(id, { title: 'Reflection of light' });
    const { foundation } = server.instance;
    const { path_epoch: epoch } = await foundation.db
      .selectFrom('videos')
      .select('path_epoch')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(epoch).toBe(0);
    expect(await status()).toBe(200);
  });

  it('are known to be cut by a process that starts afterwards', async () => {
    const id = await newVideo();
    await change(id, { published: false });
    const { db, clock, notifications } = server.instance.foundation;
    const started = createUrlVersions({ db, clock, notifications });
    await started.read();
    expect([started.isRevokedVersion(id, 0), started.isRevokedVersion(id, 1)]).toEqual([
      true,
      false,
    ]);
  });
});

it('posters of a deleted video are cut too', async () => {
  const id = await newVideo();
  const learner = await newLearner();
  const { posterUrl } = await learner.call(videos.get, { params: { id } });
  await admin.call(videos.remove, { params: { id } });
  const status = async () => (await fetch(server.origin + posterUrl)).status;
  await expectCut(status);
});
