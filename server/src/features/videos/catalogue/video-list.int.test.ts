import { randomUUID } from 'node:crypto';
import { type CallInput, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue, type Managed, nobody } from '../../../testing/catalogue-videos.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { videos } = endpoints;
type Query = NonNullable<CallInput<typeof videos.list>['query']>;
type ManagedQuery = NonNullable<CallInput<typeof videos.listManaged>['query']>;

let server: TestServer;
let admin: TestClient;
let learner: TestClient & { userId: string };
let catalogue: ReturnType<typeof createCatalogue>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.superAdmin();
  learner = await server.newUser();
  catalogue = createCatalogue(server, admin);
});
afterAll(() => server.stop());
beforeEach(() => catalogue.clear());

describe('lists', () => {
  const difficulties = ['beginner', 'intermediate', 'advanced'] as const;
  const types = ['lecture', 'practical', 'discussion', 'revision'] as const;

  it('answer every filter with every order as a naive reading does', async () => {
    const seeds = Array.from({ length: 14 }, (_, i) => ({
      title: ['Éclair', 'atom', 'Zebra', 'प्रकाश', 'echo'][i % 5] ?? '',
      category: [null, 'Physics', 'भौतिकी'][i % 3] ?? null,
      difficulty: i % 4 === 3 ? null : difficulties[i % 3],
      type: types[i % 4],
      language: [null, 'hi', 'en'][i % 3] ?? null,
      tags: i % 2 === 0 ? ['even', `t${i}`] : [],
      published: i % 5 !== 0,
      duration: (i * 37) % 11,
    }));
    for (const { duration, ...draft } of seeds) await catalogue.ready(draft, duration);
    const all = (await admin.call(videos.listManaged, { query: { limit: 100 } })).items;
    const fold = (text: string) =>
      text
        .toLowerCase()
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '');
    const keyOf = {
      createdAt: (v: Managed) => v.createdAt,
      updatedAt: (v: Managed) => v.updatedAt,
      title: (v: Managed) => fold(v.title),
      durationSeconds: (v: Managed) => v.durationSeconds,
      category: (v: Managed) => v.category,
      difficulty: (v: Managed) => v.difficulty && difficulties.indexOf(v.difficulty),
    };
    const filters: [Query, (v: Managed) => boolean][] = [
      [{}, () => true],
      [{ published: 'true' }, (v) => v.published],
      [{ published: 'false' }, (v) => !v.published],
      [{ category: 'भौतिकी' }, (v) => v.category === 'भौतिकी'],
      [{ category: 'physics' }, () => false],
      [{ difficulty: 'advanced' }, (v) => v.difficulty === 'advanced'],
      [{ type: 'revision' }, (v) => v.type === 'revision'],
      [{ language: 'hi' }, (v) => v.language === 'hi'],
      [{ tag: 'even' }, (v) => v.tags.includes('even')],
      [
        { type: 'lecture', difficulty: 'beginner', published: 'true', search: 'a' },
        (v) =>
          v.type === 'lecture' &&
          v.difficulty === 'beginner' &&
          v.published &&
          /a/i.test(fold(v.title + v.category + v.tags.join())),
      ],
    ];
    const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
    for (const client of [admin, learner]) {
      for (const [query, holds] of filters) {
        for (const sortBy of Object.keys(keyOf) as (keyof typeof keyOf)[]) {
          for (const sortOrder of ['asc', 'desc'] as const) {
            const way = sortOrder === 'asc' ? 1 : -1;
            const wanted = all
              .filter((video) => (client === admin || video.published) && holds(video))
              .sort((one, other) => {
                const [a, b] = [keyOf[sortBy](one), keyOf[sortBy](other)];
                if (a === null || b === null)
                  return a === b ? way * compare(one.id, other.id) : a === null ? 1 : -1;
                return way * (compare(a, b) || compare(one.id, other.id));
              })
              .map((video) => video.id);
            const got: string[] = [];
            for (let page = 1; page <= 3; page += 1) {
              const answer = await client.call(videos.list, {
                query: { ...query, sortBy, sortOrder, page, limit: 5 },
              });
              expect(answer.total).toBe(wanted.length);
              got.push(...answer.items.map((video) => video.id));
            }
            expect([query, sortBy, sortOrder, got]).toEqual([
              query,
              sortBy,
              sortOrder,
              wanted.slice(0, 15),
            ]);
          }
        }
      }
    }
  });

  it.each([
    ['an English stem', 'running', 'They run', ''],
    ['another form of a stem', 'lesson', 'Two Lessons', ''],
    ['words in any order', 'shadow light', 'Light and shadow', ''],
    ['the beginning of a Hindi word', 'विद्यार्थ', 'विद्यार्थियों के लिए', ''],
    ['Hindi without nukta', 'पढाई', 'पढ़ाई', ''],
    ['Hindi with the other nasal sign', 'चांद', 'चाँद', ''],
    ['a composed letter', '\u0958लम', 'क\u093cलम', ''],
    ['without accents', 'eclair', 'Éclair', ''],
    ['within a word', 'synth', 'Photosynthesis', ''],
    ['within a Hindi word', 'र्यावर', 'पर्यावरण', ''],
    ['in the description', 'chlorophyll', 'Leaves', 'About chlorophyll'],
    ['signs as they stand', '100%', 'At 100% humidity', ''],
  ])('find %s', async (_, search, title, description) => {
    await catalogue.ready({ title, description });
    await catalogue.ready({ title: 'Something else', description: 'nothing of it' });
    expect(await catalogue.titles(learner, { search })).toEqual([title]);
  });

  it.each([
    "'",
    '\\',
    "' & !x | (",
    ':*',
    '%',
    '_',
    '<->',
    '\u200d',
    'x'.repeat(200),
    'a b '.repeat(40),
  ])('take %s for text', async (search) => {
    await catalogue.ready({ title: 'Plain', description: 'ordinary' });
    expect(await catalogue.titles(learner, { search })).toEqual(
      search === '\u200d' ? ['Plain'] : [],
    );
  });

  it.each<[Query, string[]]>([
    [{ category: 'PHYS' }, ['a', 'b']],
    [{ category: 'भौतिक' }, ['c']],
    [{ category: '%' }, []],
    [{ category: '_' }, ['b']],
    [{ category: '\\' }, []],
    [{ tag: 'OPT' }, ['a', 'c']],
    [{ tag: 'ढ\u093cाई' }, ['c']],
    [{ tag: '100%' }, ['b']],
    [{ tag: '%' }, ['b']],
    [{ tag: 'optics 100' }, []],
    [{ category: 'astro', tag: 'l' }, ['b']],
    [{ category: ' ', tag: '' }, ['a', 'b', 'c']],
  ])('find by a part of category or tag for administrators: %j', async (query, titles) => {
    await catalogue.ready({ title: 'a', category: 'Physics', tags: ['Optics', 'light'] });
    await catalogue.ready({ title: 'b', category: 'Astro_physics', tags: ['100% lab'] });
    await catalogue.ready({ title: 'c', category: 'भौतिकी', tags: ['पढ़ाई', 'fibre optics'] });
    const whole = { sortBy: 'title', sortOrder: 'asc' } as const;
    const { items, total } = await admin.call(videos.listManaged, {
      query: { ...whole, ...query },
    });
    expect(items.map((video) => video.title)).toEqual(titles);
    expect(total).toBe(titles.length);
  });

  it.each<[ManagedQuery, string[]]>([
    [{ durationFrom: '60' }, ['b', 'c']],
    [{ durationFrom: '60', durationTo: '60' }, ['b']],
    [{ durationTo: '59.999' }, ['a']],
    [{ durationFrom: '61', durationTo: '59' }, []],
    [{ sizeFrom: '1000' }, ['b']],
    [{ sizeTo: '1000' }, ['a', 'b']],
    [{ sizeFrom: '0', sizeTo: '999', durationTo: '30' }, ['a']],
    [{ status: 'empty' }, ['d']],
    [{ status: ['empty', 'ready'] }, ['a', 'b', 'c', 'd']],
  ])('keep administrators to lengths, sizes and states: %j', async (query, titles) => {
    const { db } = server.instance.foundation;
    const { id: adminId } = await admin.call(endpoints.users.profile, {});
    const upload = (videoId: string, bytes: number, at: number) =>
      db
        .insertInto('upload_jobs')
        .values({
          id: randomUUID(),
          video_id: videoId,
          file_name: 'x.mp4',
          file_size_bytes: bytes,
          source_path: 'x',
          state: 'completed',
          created_by: adminId,
          created_at: new Date(at),
          updated_at: new Date(at),
        })
        .execute();
    const a = await catalogue.ready({ title: 'a' }, 30);
    const b = await catalogue.ready({ title: 'b' }, 60);
    await catalogue.ready({ title: 'c' }, 90);
    await admin.call(videos.create, { body: { title: 'd' } });
    await upload(a.id, 5000, 1);
    // Another file replaced it, and counts.
    await upload(a.id, 999, 2);
    await upload(b.id, 1000, 1);
    const whole = { sortBy: 'title', sortOrder: 'asc' } as const;
    const { items, total } = await admin.call(videos.listManaged, {
      query: { ...whole, ...query },
    });
    expect(items.map((video) => video.title)).toEqual(titles);
    expect(total).toBe(titles.length);
  });

  it('keep a learner to the category and tag that were chosen', async () => {
    await catalogue.ready({ title: 'a', category: 'Physics', tags: ['light'] });
    await catalogue.ready({ title: 'b', category: 'Astrophysics', tags: ['highlights'] });
    expect(await catalogue.titles(learner, { category: 'Physics' })).toEqual(['a']);
    expect(await catalogue.titles(learner, { tag: 'light' })).toEqual(['a']);
  });

  it.each<object>([
    { category: 'x'.repeat(101) },
    { tag: 'a\0b' },
    { durationFrom: '-1' },
    { durationTo: '1e3' },
    { sizeFrom: '1.5' },
    { sizeTo: '' },
    { status: ['ready', 'gone'] },
  ])('refuse %j', async (query) => {
    const asked = admin.call(videos.listManaged, { query });
    await expect(asked).rejects.toMatchObject({ status: 400, type: 'ValidationError' });
  });

  it('name categories, tags and languages of what one sees, with how many', async () => {
    await catalogue.ready({
      title: 'a',
      category: 'Physics',
      tags: ['x', 'y', 'x'],
      language: 'hi',
    });
    await catalogue.ready({ title: 'b', category: 'Physics', tags: ['x'] });
    await catalogue.ready({
      title: 'c',
      category: 'Secret',
      tags: ['z'],
      language: 'ta',
      audience: nobody,
    });
    const categories = await learner.call(videos.categories, {});
    expect(categories.items).toEqual([{ name: 'Physics', count: 2 }]);
    expect((await learner.call(videos.tags, {})).items).toEqual([
      { name: 'x', count: 2 },
      { name: 'y', count: 1 },
    ]);
    expect((await learner.call(videos.languages, {})).items).toEqual([{ name: 'hi', count: 1 }]);
    expect((await admin.call(videos.categories, {})).items).toContainEqual({
      name: 'Secret',
      count: 1,
    });
  });

  it('list what follows a video: what was published next in its category, not completed, then the others', async () => {
    const { db } = server.instance.foundation;
    const made: Record<string, string> = {};
    for (const [title, category, audience] of [
      ['one', 'Physics', undefined],
      ['two', 'Physics', undefined],
      ['elsewhere', 'Poetry', undefined],
      ['secret', 'Physics', nobody],
      ['three', 'Physics', undefined],
      ['alone', null, undefined],
    ] as const) {
      const draft = { title, category, ...(audience ? { audience } : {}) };
      made[title] = (await catalogue.ready(draft)).id;
    }
    const nextOf = async (title: string) => {
      const { video } = await learner.call(videos.next, { params: { id: made[title] ?? '' } });
      return video?.title ?? null;
    };
    expect(await nextOf('one')).toBe('two');
    expect(await nextOf('two')).toBe('three');
    // Skipped videos come before other categories.
    expect(await nextOf('three')).toBe('one');
    expect(await nextOf('alone')).toBe('one');
    const complete = (title: string) =>
      db
        .insertInto('playback_positions')
        .values({
          user_id: learner.userId,
          video_id: made[title] ?? '',
          position_seconds: 0,
          updated_at: new Date(),
          completed_at: new Date(),
        })
        .execute();
    await complete('two');
    expect(await nextOf('one')).toBe('three');
    // Announced for later than it was made: it comes out after the others.
    await db
      .updateTable('videos')
      .set({ publish_at: new Date() })
      .where('id', '=', made['one'] ?? '')
      .execute();
    expect(await nextOf('three')).toBe('one');
    expect(await nextOf('one')).toBe('three');
    await complete('three');
    expect(await nextOf('one')).toBe('elsewhere');
    for (const title of ['one', 'elsewhere', 'alone']) await complete(title);
    expect(await nextOf('one')).toBeNull();
    const hidden = learner.call(videos.next, { params: { id: made['secret'] ?? '' } });
    await expect(hidden).rejects.toMatchObject({ status: 404 });
  });

  it('show started videos, the latest first', async () => {
    const { db } = server.instance.foundation;
    const [a, , c] = [
      await catalogue.ready({ title: 'a' }),
      await catalogue.ready({ title: 'b' }),
      await catalogue.ready({ title: 'c' }),
    ];
    for (const [video, at] of [
      [a, 2],
      [c, 1],
    ] as const) {
      const updated_at = new Date(at);
      await db
        .insertInto('playback_positions')
        .values({
          user_id: learner.userId,
          video_id: video?.id ?? '',
          position_seconds: 7,
          updated_at,
        })
        .execute();
    }
    expect(await catalogue.titles(learner, { started: 'true' })).toEqual(['a', 'c']);
    expect(await catalogue.titles(learner, { started: 'true', limit: 1, page: 2 })).toEqual(['c']);
    expect(await catalogue.titles(admin, { started: 'true' })).toEqual([]);
  });
});
