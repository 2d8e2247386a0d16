import { type AdminScope, endpoints, type QueryOf } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { createContactNumber } from '../../../testing/role-inputs.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { users, groups, learners, listExports } = endpoints;

let server: TestServer;
let root: TestClient;
let bound: Awaited<ReturnType<TestServer['newUser']>>;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  bound = await server.newUser('ADMIN');
  const adminScope: AdminScope = { level: 'district', values: ['Pune'] };
  await root.call(users.setPermissions, {
    params: { id: bound.userId },
    body: { permissions: ['users.read', 'users.write'], adminScope },
  });
});
afterAll(() => server.stop());

const newGroup = async (by: TestClient, name: string) =>
  (await by.call(groups.create, { body: { name } })).id;
const newLearner = async (by: TestClient, district: string, groupIds: string[] = []) =>
  (
    await by.call(users.create, {
      body: { name: 'Ravi', contactNumber: createContactNumber(), district, groupIds },
    })
  ).user.id;
const namesOf = async (by: TestClient, id: string) =>
  (await by.call(learners.groups, { params: { id } })).items.map(({ name }) => name);
const change = (by: TestClient, id: string, body: { add?: string[]; remove?: string[] }) =>
  by.call(learners.changeGroups, { params: { id }, body });
const refusalOf = async (call: Promise<unknown>) => {
  const { status, reason } = await catchRefusal(call);
  return { status, reason };
};
const notFound = { status: 404, reason: null };

it('a learner is created in groups, and changes between them, with an entry for each', async () => {
  const [morning, evening] = [await newGroup(root, 'Morning'), await newGroup(root, 'Evening')];
  const id = await newLearner(root, 'Pune', [morning, morning]);
  expect(await namesOf(root, id)).toEqual(['Morning']);
  await change(root, id, { add: [evening], remove: [morning] });
  expect(await namesOf(root, id)).toEqual(['Evening']);
  // Nothing is changed a second time; a group that is named for both is kept.
  await change(root, id, { add: [evening], remove: [morning, evening] });
  expect(await namesOf(root, id)).toEqual(['Evening']);
  const query = { action: 'user-group.change-members' as const, subjectId: morning };
  const { items } = await root.call(users.auditLog, { query });
  expect(items.map(({ after, hasUsers }) => ({ ...after, hasUsers }))).toEqual([
    { user: 'Ravi', added: 0, removed: 1, hasUsers: true },
    { user: 'Ravi', added: 1, removed: 0, hasUsers: true },
  ]);
  // The history of the user has them too, beside how the user was created.
  const own = await root.call(users.auditLog, { query: { subjectId: id } });
  expect(own.items.map(({ action, subjectName }) => `${action} ${subjectName}`)).toEqual([
    'user-group.change-members Evening',
    'user-group.change-members Morning',
    'user-group.change-members Morning',
    'user.create Ravi',
  ]);
});

it('a change of the members of a group says who they are, of several in its list', async () => {
  const id = await newGroup(root, 'Whole class');
  const [first, second] = [await newLearner(root, 'Pune'), await newLearner(root, 'Pune')];
  const add = async (...members: string[]) => {
    await root.call(groups.changeMembers, { params: { id }, body: { add: members } });
    const [entry] = (await root.call(users.auditLog, { query: { subjectId: id } })).items;
    const list = { params: { id: entry?.id ?? '' }, query: {} };
    const { items } = await root.call(users.auditSubjects, list);
    return { after: entry?.after, ids: items.map((user) => user.id) };
  };
  expect(await add(first)).toEqual({
    after: { user: 'Ravi', added: 1, removed: 0 },
    ids: [first],
  });
  const third = await newLearner(root, 'Pune');
  const { after, ids } = await add(first, second, third);
  expect(after).toEqual({ added: 2, removed: 0 });
  expect(new Set(ids)).toEqual(new Set([second, third]));
});

it('one group that is not for the administrator refuses the whole change', async () => {
  const [own, hidden] = [await newGroup(bound, 'Of Pune'), await newGroup(root, 'Of Goa')];
  const partly = await newGroup(root, 'Of both');
  await newLearner(root, 'Goa', [hidden, partly]);
  const id = await newLearner(bound, 'Pune', [own]);
  await change(root, id, { add: [partly] });
  const outOfScope = { status: 403, reason: 'out_of_scope' };
  for (const [foreign, refusal] of [
    [hidden, notFound],
    [partly, outOfScope],
  ] as const) {
    expect(await refusalOf(change(bound, id, { add: [foreign], remove: [own] }))).toEqual(refusal);
    expect(await refusalOf(change(bound, id, { remove: [own, foreign] }))).toEqual(refusal);
    expect(await namesOf(root, id)).toEqual(['Of both', 'Of Pune']);
    const contactNumber = createContactNumber();
    const draft = { name: 'Asha', contactNumber, district: 'Pune', groupIds: [own, foreign] };
    expect(await refusalOf(bound.call(users.create, { body: draft }))).toEqual(refusal);
    // The number is free: nothing of it stayed.
    await root.call(users.create, { body: { ...draft, groupIds: [] } });
  }
  await change(bound, id, { remove: [own] });
  expect(await namesOf(root, id)).toEqual(['Of both']);
});

it('administrators change the groups of learners in their scope alone', async () => {
  const own = await newGroup(bound, 'Only of Pune');
  const ofGoa = await newLearner(root, 'Goa');
  expect(await refusalOf(bound.call(learners.groups, { params: { id: ofGoa } }))).toEqual(notFound);
  expect(await refusalOf(change(bound, ofGoa, { add: [own] }))).toEqual(notFound);
  expect(await namesOf(root, ofGoa)).toEqual([]);
  // Of their own groups they see those that they would see anyway.
  const hidden = await newGroup(root, 'Of Goa only');
  await newLearner(root, 'Goa', [hidden]);
  await change(root, bound.userId, { add: [hidden, own] });
  expect(await namesOf(root, bound.userId)).toEqual(['Of Goa only', 'Only of Pune']);
  expect(await namesOf(bound, bound.userId)).toEqual(['Only of Pune']);
  // Their own account is not theirs to manage.
  expect(await refusalOf(change(bound, bound.userId, { add: [own] }))).toMatchObject({
    status: 403,
  });
});

it('groups are listed by name, by size and by the last sign-in of a member, and exported so', async () => {
  const [few, none, many] = [
    await newGroup(root, 'Ordered: b'),
    await newGroup(root, 'Ordered: c'),
    await newGroup(root, 'Ordered: a'),
  ];
  await change(root, bound.userId, { add: [few] });
  await newLearner(root, 'Pune', [many]);
  await newLearner(root, 'Goa', [many]);
  type Order = Pick<QueryOf<typeof groups.list>, 'sortBy' | 'sortOrder'>;
  const listed = async (order?: Order, by = root) =>
    (await by.call(groups.list, { query: { search: 'Ordered:', ...order } })).items;
  const idsOf = async (order?: Order) => (await listed(order)).map(({ id }) => id);
  expect(await idsOf()).toEqual([many, few, none]);
  expect(await idsOf({ sortBy: 'memberCount', sortOrder: 'asc' })).toEqual([none, few, many]);
  expect(await idsOf({ sortBy: 'createdAt', sortOrder: 'desc' })).toEqual([many, none, few]);
  // Those without a sign-in come last in both directions.
  const [first, ...others] = await listed({ sortBy: 'lastLoginAt', sortOrder: 'asc' });
  expect(first?.id).toBe(few);
  expect(Date.parse(first?.lastLoginAt ?? '')).not.toBeNaN();
  expect(others.map(({ lastLoginAt }) => lastLoginAt)).toEqual([null, null]);
  // Who sees a part of the members is told of that part.
  expect((await listed(undefined, bound)).map(({ memberCount }) => memberCount)).toEqual([1]);
  const query = { search: 'Ordered:', sortBy: 'lastLoginAt', sortOrder: 'desc' } as const;
  const file = await root.call(listExports.groups, { query: { ...query, format: 'csv' } });
  const names = [...new TextDecoder().decode(file).matchAll(/Ordered: (\w)/gu)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(['b', 'a', 'c']);
});
