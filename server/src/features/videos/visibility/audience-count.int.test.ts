import { type AdminScope, type Audience, endpoints } from '@prahari/contract';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCatalogue, nobody } from '../../../testing/catalogue-videos.ts';
import { createContactNumber } from '../../../testing/role-inputs.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import type { AudienceFacts } from '../ports.ts';
import { isEntitled } from './video-visibility.policy.ts';

const { videos, users, groups } = endpoints;
const kendraTypes = ['urban', 'ग्रामीण', null];
const countries = ['India', 'Nepal', null];
const districts = ['Pune', 'Nashik', 'अलीगढ़', null];
const statuses = ['active', 'invited', 'blocked'] as const;

let server: TestServer;
let root: TestClient;
let bound: Awaited<ReturnType<TestServer['newUser']>>;
let groupIds: string[];
/** All learners who can see a video. */
let learners: (AudienceFacts & { readonly district: string | null })[];

const pick = <T>(values: readonly T[], at: number): T => values[at % values.length] as T;
const isPresent = <T>(value: T | null): value is T => value !== null;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  const { db } = server.instance.foundation;
  const rows = Array.from({ length: 72 }, (_, at) => ({
    id: uuidv7(),
    name: `Learner ${at}`,
    contact_number: `+9198${String(10_000_000 + at)}`,
    country_code: '+91',
    user_type: at % 11 === 3 ? ('ADMIN' as const) : ('LEARNER' as const),
    status: at % 4 === 0 ? pick(statuses, at / 4) : ('active' as const),
    kendra_type: pick(kendraTypes, at),
    country: pick(countries, Math.floor(at / 3)),
    district: pick(districts, Math.floor(at / 9)),
    created_at: new Date(),
    updated_at: new Date(),
    deleted_at: at % 17 === 5 ? new Date() : null,
  }));
  await db.insertInto('users').values(rows).execute();
  groupIds = [];
  const membership = new Map<string, string[]>();
  for (const [at, every] of [3, 5].entries()) {
    const { id } = await root.call(groups.create, { body: { name: `Group ${at}` } });
    groupIds.push(id);
    const members = rows.filter((_, index) => index % every === 0);
    await db
      .insertInto('user_group_members')
      .values(members.map((row) => ({ group_id: id, user_id: row.id })))
      .execute();
    for (const row of members) membership.set(row.id, [...(membership.get(row.id) ?? []), id]);
  }
  learners = rows
    .filter((row) => row.user_type === 'LEARNER' && row.status !== 'blocked' && !row.deleted_at)
    .map((row) => ({
      kendraType: row.kendra_type,
      country: row.country,
      district: row.district,
      groupIds: membership.get(row.id) ?? [],
    }));
  bound = await server.newUser('ADMIN');
  const adminScope: AdminScope = { level: 'district', values: ['Pune', 'अलीगढ़'] };
  await root.call(users.setPermissions, {
    params: { id: bound.userId },
    body: { permissions: ['videos.write'], adminScope },
  });
});
afterAll(() => server.stop());

const count = async (client: TestClient, audience: Audience) =>
  (await client.call(videos.countAudience, { body: audience })).learners;
const isFor = (audience: Audience) => (facts: AudienceFacts) =>
  isEntitled(facts, {
    for_everyone: audience.everyone,
    kendra_types: audience.kendraTypes,
    countries: audience.countries,
    districts: audience.districts,
    group_ids: audience.groupIds,
  });

it('counts the learners that may see the video, within the caller’s scope', async () => {
  const some = (values: readonly (string | null)[]) =>
    fc.subarray([...values.filter(isPresent), 'Nowhere']);
  const audiences = fc.record({
    everyone: fc.boolean(),
    kendraTypes: some(kendraTypes),
    countries: some(countries),
    districts: some(districts),
    groupIds: fc.subarray(groupIds),
  });
  await fc.assert(
    fc.asyncProperty(audiences, async (audience) => {
      const wanted = learners.filter(isFor(audience));
      expect(await count(root, audience)).toBe(wanted.length);
      const inScope = wanted.filter(({ district }) => /^(Pune|अलीगढ़)$/u.test(district ?? ''));
      expect(await count(bound, audience)).toBe(inScope.length);
    }),
    { numRuns: 60 },
  );
});

it('names the first of them only with the permission to read users', async () => {
  const inPune = { ...nobody, districts: ['Pune'] };
  const wanted = learners.filter(({ district }) => district === 'Pune').length;
  const { learners: counted, first } = await root.call(videos.countAudience, { body: inPune });
  expect(counted).toBe(wanted);
  expect(first).toHaveLength(Math.min(8, wanted));
  expect(new Set(first.map(({ district }) => district))).toEqual(new Set(['Pune']));
  expect(first.map(({ name }) => name)).toEqual(first.map(({ name }) => name).toSorted());
  const ofGroups = { ...nobody, groupIds };
  const named = (await root.call(videos.countAudience, { body: ofGroups })).first;
  expect(new Set(named.map(({ id }) => id)).size).toBe(8);
  expect((await bound.call(videos.countAudience, { body: inPune })).first).toEqual([]);
});

it('counts the videos for each group, of those that the administrator manages alone', async () => {
  const catalogue = createCatalogue(server, root);
  const newGroup = async (...districts: string[]) => {
    const { id } = await root.call(groups.create, { body: { name: `For ${districts.join()}` } });
    for (const district of districts) {
      const contactNumber = createContactNumber();
      await root.call(users.create, {
        body: { name: 'Ravi', contactNumber, district, groupIds: [id] },
      });
    }
    return id;
  };
  const [own, mixed, unused] = [
    await newGroup('Pune'),
    await newGroup('Pune', 'Nashik'),
    await newGroup('अलीगढ़'),
  ];
  const forGroups = (...ids: string[]) => ({ audience: { ...nobody, groupIds: ids } });
  await catalogue.ready({ title: 'Own', ...forGroups(own) });
  await catalogue.ready({ title: 'Draft', published: false, ...forGroups(own) });
  await catalogue.ready({ title: 'Mixed', ...forGroups(own, mixed) });
  await catalogue.ready({ title: 'For all', audience: { ...nobody, everyone: true } });
  const gone = await catalogue.ready({ title: 'Deleted', ...forGroups(unused) });
  await root.call(videos.remove, { params: { id: gone.id } });
  const countsOf = async (client: TestClient) => {
    const { items } = await client.call(videos.countByGroup, {});
    return new Map(items.map((item) => [item.groupId, item.videos]));
  };
  const all = new Map([
    [own, 3],
    [mixed, 1],
  ]);
  expect(await countsOf(root)).toEqual(all);
  expect(await countsOf(bound)).toEqual(new Map([[own, 2]]));
  const titlesFor = async (client: TestClient, groupId: string) => {
    const { items } = await client.call(videos.listManaged, { query: { groupId } });
    return items.map(({ title }) => title).toSorted();
  };
  expect(await titlesFor(root, own)).toEqual(['Draft', 'Mixed', 'Own']);
  expect(await titlesFor(root, mixed)).toEqual(['Mixed']);
  expect(await titlesFor(bound, own)).toEqual(['Draft', 'Own']);
  expect(await titlesFor(root, unused)).toEqual([]);
});

it('counts no one for an empty audience and for unknown groups', async () => {
  expect(await count(root, nobody)).toBe(0);
  expect(await count(root, { ...nobody, groupIds: [uuidv7()] })).toBe(0);
});

it('offers the places of learners in scope, each once, and those of the scope', async () => {
  const everywhere = await root.call(users.places, {});
  const placesOf = (all: readonly (string | null)[]) => [...new Set(all.filter(isPresent))].sort();
  expect(everywhere.districts.toSorted()).toEqual(
    placesOf(learners.map(({ district }) => district)),
  );
  expect(everywhere.kendraTypes.toSorted()).toEqual(placesOf(kendraTypes));
  const inPune = learners.filter(({ district }) => district === 'Pune');
  const adminScope: AdminScope = { level: 'district', values: ['Pune', 'Latur'] };
  await root.call(users.setPermissions, {
    params: { id: bound.userId },
    body: { permissions: [], adminScope },
  });
  expect(await bound.call(users.places, {})).toEqual({
    kendraTypes: placesOf(inPune.map(({ kendraType }) => kendraType)),
    countries: placesOf(inPune.map(({ country }) => country)),
    districts: ['Latur', 'Pune'],
  });
});
