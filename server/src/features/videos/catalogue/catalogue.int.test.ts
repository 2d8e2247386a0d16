import { type CallInput, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue } from '../../../testing/catalogue-videos.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { videos } = endpoints;

const clock = { now: () => new Date() };
let server: TestServer;
let admin: TestClient;
let learner: TestClient & { userId: string };
let catalogue: ReturnType<typeof createCatalogue>;

beforeAll(async () => {
  server = await startTestServer({ clock, environment: { VIDEO_DELETE_GRACE_HOURS: '1' } });
  admin = await server.superAdmin();
  learner = await server.newUser();
  catalogue = createCatalogue(server, admin);
});
afterAll(() => server.stop());
beforeEach(() => catalogue.clear());

describe('a schedule', () => {
  it('opens and closes to the millisecond, for list, detail and player', async () => {
    const frozen = Date.now();
    const at = (ms: number) => new Date(frozen + ms).toISOString();
    const { id } = await catalogue.ready({
      title: 'x',
      publishAt: at(60_000),
      unpublishAt: at(120_000),
    });
    const realNow = clock.now;
    const { userId } = learner;
    const rights = { permissions: [], adminScope: null };
    const viewer = { userId, userType: 'LEARNER', ...rights } as const;
    try {
      for (const [ms, isThere, release] of [
        [59_999, false, 'scheduled'],
        [60_000, true, 'published'],
        [119_999, true, 'published'],
        [120_000, false, 'ended'],
      ] as const) {
        clock.now = () => new Date(frozen + ms);
        expect(await catalogue.titles(learner)).toEqual(isThere ? ['x'] : []);
        const got = await learner.call(videos.get, { params: { id } }).catch(() => null);
        expect(got !== null).toBe(isThere);
        const playable = await server.instance.composition.videos.findPlayableVideo(id, viewer);
        expect(playable?.availableUntil?.toISOString()).toBe(isThere ? at(120_000) : undefined);
        const managed = await admin.call(videos.getManaged, { params: { id } });
        expect([managed.release, managed.published]).toEqual([release, isThere]);
        expect(await catalogue.titles(admin, { published: 'true' })).toEqual(isThere ? ['x'] : []);
      }
    } finally {
      clock.now = realNow;
    }
  });

  it('ends after it begins', async () => {
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    const body = { title: 'x', publishAt: late, unpublishAt: late };
    expect((await catchRefusal(admin.call(videos.create, { body }))).reason).toBe(
      'schedule_invalid',
    );
    const { id } = await catalogue.ready({ title: 'x', publishAt: late });
    expect((await catchRefusal(catalogue.edit(id, { unpublishAt: early }))).reason).toBe(
      'schedule_invalid',
    );
    await catalogue.edit(id, { publishAt: null, unpublishAt: early });
  });
});

describe('an edit', () => {
  it('changes only what it names, with events and an audit entry', async () => {
    const { id } = await catalogue.ready({
      title: 'Old',
      category: 'Physics',
      tags: ['a'],
      published: true,
    });
    const chapters = [
      { startSeconds: 0, title: 'परिचय' },
      { startSeconds: 30.5, title: 'End' },
    ];
    const edited = await catalogue.edit(id, {
      title: 'New',
      tags: ['b', 'b'],
      chapters,
      published: false,
    });
    expect(edited).toMatchObject({
      title: 'New',
      category: 'Physics',
      tags: ['b'],
      chapters,
      release: 'draft',
    });
    const query = { subjectId: id, action: 'video.update' } as const;
    const { items } = await admin.call(endpoints.users.auditLog, { query });
    expect(items).toMatchObject([
      {
        before: { title: 'Old', tags: ['a'], published: true },
        after: { title: 'New', tags: ['b'], published: false },
      },
    ]);
    const events = await server.instance.foundation.db
      .selectFrom('events')
      .select(['name', 'data'])
      .execute();
    const own = events
      .filter(({ data }) => JSON.stringify(data).includes(id))
      .map(({ name }) => name);
    expect(own.sort()).toEqual(['video.created', 'video.unpublished', 'video.updated']);
  });

  it('is refused after another edit, with the current state', async () => {
    const { id } = await catalogue.ready({ title: 'Old' });
    const { updatedAt } = await admin.call(videos.getManaged, { params: { id } });
    const both = await Promise.allSettled([
      catalogue.edit(id, { title: 'One', updatedAt }),
      catalogue.edit(id, { title: 'Other', updatedAt }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const error = await catchRefusal(catalogue.edit(id, { title: 'Late', updatedAt }));
    const { title } = await admin.call(videos.getManaged, { params: { id } });
    expect([error.status, error.reason]).toEqual([409, 'edited_meanwhile']);
    expect(error.details['current']).toMatchObject({ id, title });
  });

  it.each<[string, CallInput<typeof videos.update>['body'], string | null]>([
    [
      'a chapter beyond the end',
      { chapters: [{ startSeconds: 60, title: 'x' }] },
      'chapters_invalid',
    ],
    [
      'chapters backwards',
      {
        chapters: [
          { startSeconds: 9, title: 'x' },
          { startSeconds: 1, title: 'y' },
        ],
      },
      'chapters_invalid',
    ],
    ['a tag of control characters', { tags: ['a\u0007'] }, null],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `${i}`) }, null],
    ['an empty category', { category: ' ' }, null],
    ['a chapter without a title', { chapters: [{ startSeconds: 0, title: '' }] }, null],
    ['a moment that is none', { publishAt: 'tomorrow' }, null],
  ])('is refused with %s', async (_, body, reason) => {
    const { id } = await catalogue.ready({ title: 'x' });
    const error = await catchRefusal(catalogue.edit(id, body));
    expect([error.status, error.reason]).toEqual([400, reason]);
  });
});

it('offers chapters that were written before the length was known as far as they lie within', async () => {
  const chapters = [0, 1000].map((startSeconds) => ({ startSeconds, title: 'Part' }));
  const params = { id: (await catalogue.ready({ title: 'x', chapters }, 60)).id };
  expect((await learner.call(videos.get, { params })).chapters).toEqual(chapters.slice(0, 1));
  expect((await admin.call(videos.getManaged, { params })).chapters).toEqual(chapters);
});

it('accepts 200 chapters of three hours with titles of 200 letters in Hindi, and refuses one more', async () => {
  const title = 'अपवर्तन के नियम '.repeat(20).slice(0, 199).concat('म');
  const chapters = Array.from({ length: 200 }, (_, at) => ({ startSeconds: at * 54, title }));
  const { id } = await catalogue.ready({ title: 'x' }, 10_800);
  expect((await catalogue.edit(id, { chapters })).chapters).toEqual(chapters);
  const { chapters: shown } = await learner.call(videos.get, { params: { id } });
  expect(shown).toEqual(chapters);
  const oneMore = [...chapters, { startSeconds: 10_799, title }];
  expect((await catchRefusal(catalogue.edit(id, { chapters: oneMore }))).status).toBe(400);
});

it('accepts a title that was cut within an emoji', async () => {
  const chapters = [{ startSeconds: 0, title: 'Part \ud83d' }];
  const made = await admin.call(videos.create, { body: { title: 'x', chapters } });
  expect(made.chapters).toEqual([{ startSeconds: 0, title: 'Part \uFFFD' }]);
});

describe('a deleted video', () => {
  it('is gone at once, can be restored completely, and is purged after its grace period', async () => {
    const { id } = await catalogue.ready({ title: 'x', category: 'Physics' });
    const params = { id };
    const { storage, db, dataDir } = server.instance.foundation;
    const { mkdtemp, writeFile } = await import('node:fs/promises');
    const folder = await mkdtemp(`${dataDir}/lesson-`);
    await writeFile(`${folder}/poster.jpg`, 'x');
    await storage.publish(folder, `videos/${id}`);
    const removeDeleted = () => server.instance.composition.videos.purgeDeleted(100);

    const deleted = await admin.call(videos.remove, { params });
    expect(Date.parse(deleted.removedAfter ?? '') - Date.parse(deleted.deletedAt ?? '')).toBe(
      3_600_000,
    );
    expect(await catalogue.titles(learner)).toEqual([]);
    expect(await catalogue.titles(admin, {})).toEqual([]);
    for (const call of [videos.get, videos.remove] as const) {
      expect((await catchRefusal(admin.call(call, { params }))).status).toBe(404);
    }
    expect((await catchRefusal(catalogue.edit(id, { title: 'y' }))).status).toBe(404);
    const { items } = await admin.call(videos.listManaged, { query: { deleted: 'true' } });
    expect(items).toMatchObject([{ id, deletedAt: deleted.deletedAt }]);
    expect(await removeDeleted()).toBe(0);

    const restored = await admin.call(videos.restore, { params });
    expect(restored).toMatchObject({ category: 'Physics', deletedAt: null });
    expect(await catalogue.titles(learner)).toEqual(['x']);
    expect((await catchRefusal(admin.call(videos.restore, { params }))).status).toBe(404);

    await admin.call(videos.remove, { params });
    await db
      .updateTable('videos')
      .set({ deleted_at: new Date(Date.now() - 3_600_001) })
      .execute();
    expect((await catchRefusal(admin.call(videos.restore, { params }))).status).toBe(404);
    expect(await removeDeleted()).toBe(1);
    expect(await storage.stat(`videos/${id}/poster.jpg`)).toBeNull();
    expect(await db.selectFrom('videos').select('id').execute()).toEqual([]);
    const query = { subjectId: id } as const;
    const acts = await admin.call(endpoints.users.auditLog, { query });
    expect(acts.items.map(({ action }) => action)).toEqual([
      'video.remove-for-good',
      'video.delete',
      'video.restore',
      'video.delete',
      'video.create',
    ]);
  });
});
