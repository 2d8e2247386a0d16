import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue, nobody } from '../../../testing/catalogue-videos.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { isEntitled } from './video-visibility.policy.ts';

const { videos, groups } = endpoints;

let server: TestServer;
let admin: TestClient;

let catalogue: ReturnType<typeof createCatalogue>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.superAdmin();
  catalogue = createCatalogue(server, admin);
});
afterAll(() => server.stop());
beforeEach(() => catalogue.clear());

describe('the audience of a video', () => {
  it('is the same to rule, list, detail and metadata, for every learner and audience', async () => {
    const group = await admin.call(groups.create, { body: { name: 'Olympiad' } });
    const places = [
      { kendraType: 'urban', country: 'India', district: 'Pune' },
      { kendraType: 'rural', country: 'India', district: 'Goa' },
      { kendraType: null, country: null, district: null },
    ];
    const learners = [];
    for (const place of places) {
      for (const groupIds of [[], [group.id]]) {
        const client = await server.newUser();
        await server.instance.foundation.db
          .updateTable('users')
          .set({ kendra_type: place.kendraType, country: place.country, district: place.district })
          .where('id', '=', client.userId)
          .execute();
        const params = { id: group.id };
        const add = [client.userId];
        if (groupIds.length > 0) await admin.call(groups.changeMembers, { params, body: { add } });
        learners.push({ client, facts: { ...place, groupIds } });
      }
    }
    const audiences = [true, false].flatMap((isEveryone) =>
      [[], ['urban'], ['rural', 'urban']].flatMap((kendraTypes) =>
        [[], ['India']].flatMap((countries) =>
          [[], ['Pune']].flatMap((districts) =>
            [[], [group.id]].map((groupIds) => ({
              everyone: isEveryone,
              kendraTypes,
              countries,
              districts,
              groupIds,
            })),
          ),
        ),
      ),
    );
    const made = [];
    for (const [i, audience] of audiences.entries()) {
      made.push({
        audience,
        video: await catalogue.ready({ title: `v${i}`, category: `c${i}`, audience }),
      });
    }
    for (const { client, facts } of learners) {
      const wanted = made.filter(({ audience }) =>
        isEntitled(facts, {
          for_everyone: audience.everyone,
          kendra_types: audience.kendraTypes,
          countries: audience.countries,
          districts: audience.districts,
          group_ids: audience.groupIds,
        }),
      );
      const listed = await client.call(videos.list, { query: { limit: 100, sortOrder: 'asc' } });
      expect(listed.items.map((video) => video.id)).toEqual(wanted.map(({ video }) => video.id));
      const categories = await client.call(videos.categories, {});
      expect(categories.items.map(({ name }) => name).sort()).toEqual(
        wanted.map(({ video }) => video.category).sort(),
      );
      const { findPlayableVideo } = server.instance.composition.videos;
      for (const { video } of made) {
        const isWanted = wanted.some((other) => other.video === video);
        const call = client.call(videos.get, { params: { id: video.id } });
        if (isWanted) expect((await call).posterUrl).toMatch(/^\/media\//);
        else expect((await catchRefusal(call)).status).toBe(404);
        const playable = await findPlayableVideo(video.id, {
          userId: client.userId,
          userType: 'LEARNER',
          permissions: [],
          adminScope: null,
        });
        expect(playable !== null).toBe(isWanted);
      }
    }
    await admin.call(groups.remove, { params: { id: group.id } });
    expect(await catalogue.titles(learners[1]?.client ?? admin, {})).not.toContain(
      made.find(
        ({ audience }) =>
          !audience.everyone &&
          audience.groupIds.length > 0 &&
          audience.countries.length === 0 &&
          audience.kendraTypes.length === 0 &&
          audience.districts.length === 0,
      )?.video.title,
    );
  });

  it('names no group that does not exist', async () => {
    const audience = { ...nobody, groupIds: ['0199f3c0-0000-7000-8000-000000000001'] };
    const error = await catchRefusal(admin.call(videos.create, { body: { title: 'x', audience } }));
    expect(error.reason).toBe('group_unknown');
  });
});
