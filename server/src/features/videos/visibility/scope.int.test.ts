import { readFile } from 'node:fs/promises';
import {
  type AdminScope,
  type Audience,
  buildUrl,
  endpoints,
  type Permission,
  readError,
} from '@prahari/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalogue, nobody } from '../../../testing/catalogue-videos.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { findMediaTools } from '../../../testing/media-tools.ts';
import { fetchSegment, playVideo } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { createContactNumber } from '../../../testing/role-inputs.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { uploadVideo } from '../../../testing/upload-video.ts';
import { makeVideoClip } from '../../../testing/video-clip.ts';
import { canManage, canSee } from './video-visibility.policy.ts';

const { videos, groups, users, uploads, storage } = endpoints;
const pune = { ...nobody, districts: ['Pune'] };
const both = { ...nobody, districts: ['Pune', 'Nashik'] };
const india = { ...nobody, countries: ['India'] };
const goa = { ...nobody, districts: ['Goa'] };
const everyone = { ...nobody, everyone: true };

let server: TestServer;
let root: Awaited<ReturnType<TestServer['superAdmin']>>;
let catalogue: ReturnType<typeof createCatalogue>;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  catalogue = createCatalogue(server, root);
});
afterAll(() => server.stop());

type Admin = Awaited<ReturnType<TestServer['newUser']>>;
const setRights = (admin: Admin, permissions: Permission[], adminScope: AdminScope) =>
  root.call(users.setPermissions, {
    params: { id: admin.userId },
    body: { permissions, adminScope },
  });
const district = (...values: string[]): AdminScope => ({ level: 'district', values });

async function newAdmin(
  adminScope: AdminScope,
  permissions: Permission[] = ['videos.write', 'users.read', 'users.write'],
): Promise<Admin> {
  const admin = await server.newUser('ADMIN');
  await setRights(admin, permissions, adminScope);
  return admin;
}

async function newLearner(place: string): Promise<string> {
  const body = { name: 'Ravi', contactNumber: createContactNumber(), district: place };
  return (await root.call(users.create, { body })).user.id;
}

async function newGroup(...places: string[]): Promise<string> {
  const add = await Promise.all(places.map(newLearner));
  const { id } = await root.call(groups.create, {
    body: { name: `Group ${createContactNumber()}` },
  });
  await root.call(groups.changeMembers, { params: { id }, body: { add } });
  return id;
}

/** Sends a file as pages do: captions, or a picture for the poster. */
async function send(admin: Admin, kind: 'captions' | 'poster', id: string): Promise<void> {
  const form = new FormData();
  if (kind === 'captions') form.append('label', 'English');
  const text = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n';
  const bytes = kind === 'captions' ? text : Buffer.from('ffd8ffe000104a46494600', 'hex');
  form.append('file', new Blob([bytes]), 'file');
  const url =
    kind === 'captions'
      ? buildUrl(server.origin, videos.putCaptions, { params: { id, language: 'en' } })
      : buildUrl(server.origin, videos.uploadPoster, { params: { id } });
  await admin.call(endpoints.auth.validate, {});
  const headers = await admin.headersFor('POST', url);
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (!answer.ok) throw await readError(answer);
}

const reason = async (call: Promise<unknown>) => {
  const { status, reason: why } = await catchRefusal(call);
  return why === null ? status : why;
};

describe('an administrator of Pune', () => {
  it('changes videos for Pune alone, and learns nothing of videos for others', async () => {
    const admin = await newAdmin(district('Pune'));
    const own = await catalogue.ready({ title: 'Own', audience: pune });
    const draft = { title: 'Draft', published: false };
    const verdicts = [
      [await catalogue.ready({ title: 'All', audience: everyone }), 'out_of_scope'],
      [await catalogue.ready({ title: 'Both', audience: both }), 'out_of_scope'],
      [await catalogue.ready({ ...draft, audience: both }), 404],
      [await catalogue.ready({ ...draft, audience: everyone }), 404],
      [await catalogue.ready({ title: 'Other', audience: goa }), 404],
    ] as const;
    const calls = (id: string) => [
      () => admin.call(videos.getManaged, { params: { id } }),
      () => admin.call(videos.update, { params: { id }, body: { title: 'Mine' } }),
      () => admin.call(videos.update, { params: { id }, body: { audience: pune } }),
      () => admin.call(videos.choosePoster, { params: { id }, body: { atSeconds: 1 } }),
      () => admin.call(videos.removePoster, { params: { id } }),
      () => send(admin, 'poster', id),
      () => send(admin, 'captions', id),
      () => admin.call(videos.renewKeys, { params: { id } }),
      () => admin.call(videos.removeCaptions, { params: { id, language: 'hi' } }),
      () => admin.call(videos.remove, { params: { id } }),
    ];
    for (const [{ id }, verdict] of verdicts) {
      for (const call of calls(id)) expect(await reason(call())).toBe(verdict);
      expect(await root.call(videos.getManaged, { params: { id } })).toMatchObject({
        deletedAt: null,
      });
    }
    const listed = await admin.call(videos.listManaged, { query: {} });
    expect(listed.items.map(({ id }) => id)).toEqual([own.id]);
    const params = { id: own.id };
    await admin.call(videos.update, { params, body: { title: 'Edited' } });
    await send(admin, 'captions', own.id);
    await admin.call(videos.remove, { params });
    const deleted = await admin.call(videos.listManaged, { query: { deleted: 'true' } });
    expect(deleted.items.map(({ id }) => id)).toEqual([own.id]);
    const nashik = await newAdmin(district('Nashik'));
    expect(await reason(nashik.call(videos.restore, { params }))).toBe(404);
    await admin.call(videos.restore, { params });
  });

  it('makes nothing for others, and for Pune where nothing is said', async () => {
    const admin = await newAdmin(district('Pune'));
    const made = await admin.call(videos.create, { body: { title: 'New' } });
    expect(made.audience).toEqual(pune);
    const params = { id: made.id };
    const [theirs, mixed] = [await newGroup('Nashik'), await newGroup('Pune', 'Nashik')];
    const refused: readonly (readonly [Audience, string])[] = [
      [everyone, 'out_of_scope'],
      [both, 'out_of_scope'],
      [india, 'out_of_scope'],
      [{ ...pune, groupIds: [mixed] }, 'out_of_scope'],
      // A group that is not seen is none.
      [{ ...pune, groupIds: [theirs] }, 'group_unknown'],
    ];
    for (const [audience, verdict] of refused) {
      const body = { title: 'x', audience };
      expect(await reason(admin.call(videos.create, { body }))).toBe(verdict);
      expect(await reason(admin.call(videos.update, { params, body: { audience } }))).toBe(verdict);
    }
    const narrow = { ...pune, kendraTypes: ['urban'], groupIds: [await newGroup('Pune')] };
    await admin.call(videos.update, { params, body: { audience: narrow } });
    await admin.call(videos.update, { params, body: { audience: nobody } });
    const whole = await newAdmin({ level: 'global' });
    await whole.call(videos.create, { body: { title: 'x', audience: everyone } });
  });

  it('sees drafts only with the permission, and otherwise what is published for users in Pune', async () => {
    await catalogue.clear();
    const videos: readonly (readonly [string, Audience])[] = [
      ['for all', everyone],
      ['for both', both],
      ['for Pune', pune],
      ['for Goa', goa],
      ['for a mixed group', { ...nobody, groupIds: [await newGroup('Pune', 'Goa')] }],
    ];
    for (const [title, audience] of videos) {
      await catalogue.ready({ title, audience });
      await catalogue.ready({ title: `draft ${title}`, audience, published: false });
    }
    const isPublishedNow = ['for a mixed group', 'for all', 'for both', 'for Pune'];
    const editor = await newAdmin(district('Pune'));
    const reader = await newAdmin(district('Pune'), ['users.read']);
    const titles = async (admin: Admin) => (await catalogue.titles(admin)).toSorted();
    expect(await titles(reader)).toEqual(isPublishedNow.toSorted());
    expect(await titles(editor)).toEqual([...isPublishedNow, 'draft for Pune'].toSorted());
  });

  it('sees groups with a member from Pune, and changes those with no other members', async () => {
    const admin = await newAdmin(district('Pune'));
    const [own, mixed, theirs] = [
      await newGroup('Pune'),
      await newGroup('Pune', 'Nashik'),
      await newGroup('Nashik'),
    ];
    const { id: empty } = await root.call(groups.create, { body: { name: 'Empty' } });
    const listed = await admin.call(groups.list, { query: { limit: 100 } });
    const seen = listed.items.filter(({ id }) => [own, mixed, theirs, empty].includes(id));
    const standing = seen.map(({ id, isWithinScope, memberCount }) => [
      id,
      isWithinScope,
      memberCount,
    ]);
    // For the mixed one, the number of other members is not shown.
    expect(new Set(standing)).toEqual(
      new Set([
        [own, true, 1],
        [mixed, false, 1],
      ]),
    );
    const userId = await newLearner('Pune');
    for (const [id, verdict] of [
      [mixed, 'out_of_scope'],
      [theirs, 404],
      [empty, 404],
    ] as const) {
      const params = { id };
      for (const call of [
        () => admin.call(groups.rename, { params, body: { name: 'Mine' } }),
        () => admin.call(groups.changeMembers, { params, body: { add: [userId] } }),
        () => admin.call(groups.remove, { params }),
      ]) {
        expect(await reason(call())).toBe(verdict);
      }
    }
    expect(await reason(admin.call(groups.members, { params: { id: theirs }, query: {} }))).toBe(
      404,
    );
    // The last member of a group that another administrator made can be taken out.
    const { items } = await admin.call(groups.members, { params: { id: own }, query: {} });
    const remove = items.map((member) => member.id);
    const emptied = { params: { id: own }, body: { remove } };
    expect(await admin.call(groups.changeMembers, emptied)).toMatchObject({ memberCount: 0 });
    expect(await reason(admin.call(groups.changeMembers, emptied))).toBe(404);
    const { id } = await admin.call(groups.create, { body: { name: 'Of their own' } });
    const params = { id };
    const changed = { params, body: { add: [userId] } };
    expect(await admin.call(groups.changeMembers, changed)).toMatchObject({ memberCount: 1 });
    await admin.call(groups.rename, { params, body: { name: 'Renamed' } });
    // One name is one group, also where that is not seen.
    const { items: all } = await root.call(groups.list, { query: { limit: 100 } });
    const { name = '' } = all.find((group) => group.id === theirs) ?? {};
    for (const call of [
      () => admin.call(groups.create, { body: { name } }),
      () => admin.call(groups.rename, { params, body: { name } }),
    ]) {
      const { status, reason: why, message } = await catchRefusal(call());
      expect([status, why]).toEqual([409, 'group_taken']);
      expect(message).toContain('possibly one you cannot see');
    }
    await admin.call(groups.remove, { params });
  });

  it('uploads for Pune, and sees and steers the jobs of Pune', async () => {
    const admin = await newAdmin(district('Pune'));
    const nashik = await newAdmin(district('Nashik'));
    const { file } = await makeVideoClip(
      await findMediaTools(),
      server.instance.foundation.dataDir,
    );
    const content = new Uint8Array(await readFile(file));
    const job = await uploadVideo(server.origin, admin, { title: 'Up', content });
    const { audience } = await admin.call(videos.getManaged, { params: { id: job.videoId } });
    expect(audience).toEqual(pune);
    const params = { id: job.id };
    expect(await reason(nashik.call(uploads.job, { params }))).toBe(404);
    expect(await reason(nashik.call(uploads.cancel, { params }))).toBe(404);
    const jobs = async (of: Admin) =>
      (await of.call(uploads.jobs, { query: {} })).items.map(({ id }) => id);
    expect(await jobs(nashik)).toEqual([]);
    expect(await jobs(admin)).toEqual([job.id]);
    await admin.call(uploads.cancel, { params });
    const announced = await admin.call(videos.create, { body: { title: 'Announced' } });
    const upload = { videoId: announced.id, content };
    expect(await reason(uploadVideo(server.origin, nashik, upload))).toBe('upload_target_gone');
    const { db } = server.instance.foundation;
    const counted = { media_bytes: 1, poster_bytes: 1, objects: 1, measured_at: new Date() };
    await db
      .insertInto('stored_media')
      .values({ video_id: job.videoId, ...counted })
      .execute();
    expect((await nashik.call(storage.videos, { query: {} })).total).toBe(0);
    expect((await admin.call(storage.videos, { query: {} })).total).toBe(1);
  });
});

describe("an administrator's playback", () => {
  const files = { 'v180/1.m4s': Buffer.from('a segment') };

  async function videoFor(set: object) {
    const { videoId } = await addReadyVideo(server, { files });
    const { db } = server.instance.foundation;
    const change = { for_everyone: false, ...set };
    await db.updateTable('videos').set(change).where('id', '=', videoId).execute();
    return videoId;
  }

  it.each<[string, object, Permission[], AdminScope]>([
    ['the right to drafts', { published: false, districts: ['Pune'] }, [], district('Pune')],
    ['the scope', { districts: ['Pune'] }, ['videos.write'], district('Nashik')],
  ])('ends when %s is taken away', async (_, set, permissions, scope) => {
    const videoId = await videoFor(set);
    const admin = await newAdmin(district('Pune'), ['videos.write']);
    await admin.confirmPassword(testPassword);
    const stream = await playVideo(admin, videoId);
    expect(await fetchSegment(server.origin, admin, stream)).toBe(200);
    await setRights(admin, permissions, scope);
    expect(await fetchSegment(server.origin, admin, stream)).toBe(403);
    expect((await catchRefusal(playVideo(admin, videoId))).status).toBe(404);
  });

  it('continues when the rest is sufficient', async () => {
    const videoId = await videoFor({ districts: ['Pune', 'Nashik'] });
    const admin = await newAdmin(district('Pune'), ['videos.write']);
    await admin.confirmPassword(testPassword);
    const stream = await playVideo(admin, videoId);
    await setRights(admin, [], district('Nashik'));
    expect(await fetchSegment(server.origin, admin, stream)).toBe(200);
  });

  it('is not opened while the scope is being withdrawn', async () => {
    const videoId = await videoFor({ districts: ['Pune'] });
    const admin = await newAdmin(district('Pune'), ['videos.write']);
    await admin.confirmPassword(testPassword);
    for (let round = 0; round < 5; round += 1) {
      await setRights(admin, ['videos.write'], district('Pune'));
      const [opened] = await Promise.allSettled([
        playVideo(admin, videoId, true),
        setRights(admin, ['videos.write'], district('Nashik')),
      ]);
      if (opened.status === 'rejected') continue;
      expect(await fetchSegment(server.origin, admin, opened.value)).toBe(403);
    }
  });
});

it('is the same to rule and database, for any scope and audience', async () => {
  await catalogue.clear();
  const { db, clock } = server.instance.foundation;
  const groupIds = [await newGroup('Pune'), await newGroup('Pune', 'Goa'), await newGroup('Goa')];
  const maker = await newAdmin(district('Pune'));
  const places = (...values: string[]) => fc.subarray(values);
  const anAudience = fc.record({
    for_everyone: fc.boolean(),
    kendra_types: places('urban', 'rural'),
    countries: places('India', 'Nepal'),
    districts: places('Pune', 'Goa'),
    group_ids: fc.subarray(groupIds),
  });
  const some = fc.sample(fc.tuple(anAudience, fc.boolean(), fc.boolean()), 200);
  const { id: rootId } = await root.call(users.profile, {});
  const [at, now] = [new Date(), clock.now()];
  await db
    .insertInto('videos')
    .values(
      some.map(([audience, published, isMakers]) => ({
        id: crypto.randomUUID(),
        title: 'x',
        description: '',
        status: 'ready' as const,
        published,
        publish_when_ready: published,
        created_by: isMakers ? maker.userId : rootId,
        created_at: at,
        updated_at: at,
        ...audience,
      })),
    )
    .execute();
  const rows = await db.selectFrom('videos').selectAll().execute();
  const { composition } = server.instance;
  const scopes: AdminScope[] = [
    { level: 'global' },
    ...[['Pune'], ['Pune', 'Goa'], []].map((values) => district(...values)),
    { level: 'country', values: ['India'] },
    { level: 'kendraType', values: ['urban', 'rural'] },
  ];
  const listedBy = async (list: typeof videos.list | typeof videos.listManaged) => {
    const pages = [1, 2].map((page) => maker.call(list, { query: { page, limit: 100 } }));
    return (await Promise.all(pages)).flatMap(({ items }) => items.map(({ id }) => id)).toSorted();
  };
  for (const scope of scopes) {
    for (const mayEdit of [true, false]) {
      await setRights(maker, [mayEdit ? 'videos.write' : 'users.read'], scope);
      const found = await db
        .transaction()
        .execute((trx) => composition.videos.findViewersById(trx, [maker.userId]));
      const viewer = found.get(maker.userId);
      if (!viewer) throw new Error('the administrator is there');
      const idsOf = (is: (row: (typeof rows)[number]) => boolean) =>
        rows.flatMap((row) => (is(row) ? [row.id] : [])).toSorted();
      expect(await listedBy(videos.list)).toEqual(idsOf((row) => canSee(viewer, row, now)));
      if (!mayEdit) continue;
      expect(await listedBy(videos.listManaged)).toEqual(idsOf((row) => canManage(viewer, row)));
    }
  }
});
