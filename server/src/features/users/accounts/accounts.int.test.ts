import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { editUsers } from '../../../testing/edit-users.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { users } = endpoints;
type Edits = ReturnType<typeof editUsers>;

let server: TestServer;
let root: TestClient;
let rootId: string;
let adminOf: Edits['adminOf'];
let edit: Edits['edit'];
let entriesOf: Edits['entriesOf'];
let get: Edits['get'];
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  rootId = (await root.call(users.profile, {})).id;
  ({ adminOf, edit, entriesOf, get } = editUsers(server, root));
});
afterAll(() => server.stop());

describe('an edit', () => {
  it('changes the named fields only, and writes before and after to the audit log', async () => {
    const { userId } = await server.newUser();
    await edit(userId, { district: 'Pune', country: 'India' });
    const edited = await edit(userId, { name: '  Meera  ', country: null });
    expect(edited).toMatchObject({ name: 'Meera', district: 'Pune', country: null });
    const [latest] = await entriesOf(userId);
    expect(latest).toMatchObject({
      action: 'user.update',
      actorId: rootId,
      actorName: 'Super administrator',
      subjectId: userId,
      subjectName: 'Asha Kumari',
      address: '127.0.0.1',
      before: { name: 'Asha Kumari', country: 'India' },
      after: { name: 'Meera', country: null },
    });
  });

  it('of an older state is refused with the current one', async () => {
    const { userId } = await server.newUser();
    const { updatedAt } = await get(userId);
    const first = await edit(userId, { name: 'First' });
    const body = { updatedAt, name: 'Second' };
    const error = await catchRefusal(
      root.call(users.updatePlain, { params: { id: userId }, body }),
    );
    expect(error).toMatchObject({
      status: 409,
      type: 'ConflictError',
      code: 'RESOURCE_ALREADY_EXISTS',
      details: { reason: 'edited_meanwhile', current: first },
    });
    expect(await get(userId)).toEqual(first);
  });

  it('wins alone when several are sent at once', async () => {
    const { userId } = await server.newUser();
    const { updatedAt } = await get(userId);
    const before = (await entriesOf(userId)).length;
    const outcomes = await Promise.allSettled(
      ['A', 'B', 'C', 'D', 'E'].map((name) =>
        root.call(users.update, { params: { id: userId }, body: { updatedAt, name } }),
      ),
    );
    const reasons = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 'won' : outcome.reason.reason,
    );
    expect(reasons.toSorted()).toEqual([...Array(4).fill('edited_meanwhile'), 'won']);
    expect((await entriesOf(userId)).length).toBe(before + 1);
  });

  it('normalises a number, and refuses malformed or taken ones', async () => {
    const other = await server.newUser();
    const { userId } = await server.newUser();
    const edited = await edit(userId, { contactNumber: '९७००१ २३४५६', countryCode: '+91' });
    expect(edited).toMatchObject({ contactNumber: '+919700123456', countryCode: '+91' });
    const taken = await catchRefusal(edit(userId, { contactNumber: other.contactNumber }));
    expect(taken).toMatchObject({ status: 409, details: { reason: 'phone_taken' } });
    for (const fields of [
      { contactNumber: 'not a number' },
      { contactNumber: '97001 23457', countryCode: '+999' },
      { contactNumber: '97001 23457', countryCode: '\u0000' },
    ]) {
      expect((await catchRefusal(edit(userId, fields))).reason).toBe('phone_invalid');
    }
    const [entry] = await entriesOf(userId);
    expect(entry?.after).toEqual({ contactNumber: '•••• ••3456 (new)' });
  });

  it('keeps an address with its domain in lower case, and writes no more than needed to the audit log', async () => {
    const { userId } = await server.newUser();
    const edited = await edit(userId, { email: '  Asha.K@Example.ORG ' });
    expect(edited.email).toBe('Asha.K@example.org');
    expect((await edit(userId, { name: 'Meera' })).email).toBe('Asha.K@example.org');
    expect((await edit(userId, { email: null })).email).toBeNull();
    const [removed, , given] = await entriesOf(userId);
    expect(given?.after).toEqual({ email: 'A…@example.org (new)' });
    expect(removed).toMatchObject({ before: { email: 'A…@example.org' }, after: { email: null } });
  });

  it.each([
    ...['', 'asha', 'asha@', '@example.org', 'asha@example', 'a@b@example.org', 'a b@example.org'],
    ...['asha@example.org\r\nBcc: x@example.org', 'asha@example.org,x@example.org'],
    ...['<asha@example.org>', `${'a'.repeat(65)}@example.org`, `a@${'b'.repeat(250)}.org`],
  ])('refuses the address %j', async (email) => {
    const { userId } = await server.newUser();
    expect(await catchRefusal(edit(userId, { email }))).toMatchObject({
      status: 400,
      type: 'ValidationError',
    });
    expect((await get(userId)).email).toBeNull();
  });

  it.each(['Asha\u0000', 'Asha\nKumari', '\u001b[31m', 'x\u0085', '', '   ', 'a'.repeat(121)])(
    'refuses the name %j',
    async (name) => {
      const { userId } = await server.newUser();
      expect(await catchRefusal(edit(userId, { name }))).toMatchObject({ status: 400 });
      expect((await get(userId)).name).toBe('Asha Kumari');
    },
  );

  it('moves no user out of the scope of the editing administrator', async () => {
    const admin = await adminOf(['Pune', 'Thane']);
    const { userId } = await server.newUser();
    await edit(userId, { district: 'Pune' });
    expect(await edit(userId, { district: 'Thane' }, admin)).toMatchObject({ district: 'Thane' });
    for (const district of ['Nashik', null]) {
      const error = await catchRefusal(edit(userId, { district }, admin));
      expect(error).toMatchObject({ status: 403, details: { reason: 'out_of_scope' } });
    }
    await edit(userId, { district: 'Nashik' });
    const gone = await catchRefusal(edit(userId, { district: 'Pune' }, admin));
    expect(gone).toMatchObject({ status: 404, code: 'RESOURCE_NOT_FOUND' });
  });
});

it('users out of scope and users who do not exist can’t be distinguished', async () => {
  const admin = await adminOf(['Pune']);
  const { userId } = await server.newUser();
  const facts = async (id: string) => {
    const { status, code, message, details } = await catchRefusal(get(id, admin));
    return { status, code, message, details };
  };
  const unknown = await facts('0199f3c0-0000-7000-8000-000000000001');
  expect(await facts(userId)).toEqual(unknown);
  expect(await facts(rootId)).toEqual(unknown);
});

describe('creation', () => {
  it('stays within the scope, and administrators come from super administrators', async () => {
    const admin = await adminOf(['Pune']);
    const draft = (fields: object) => ({ name: 'New', contactNumber: '9700200001', ...fields });
    const make = (fields: object) => admin.call(users.create, { body: draft(fields) });
    expect((await catchRefusal(make({}))).reason).toBe('out_of_scope');
    expect((await catchRefusal(make({ district: 'Nashik' }))).reason).toBe('out_of_scope');
    const role = await catchRefusal(make({ district: 'Pune', userType: 'ADMIN' }));
    expect(role).toMatchObject({ status: 403, code: 'INSUFFICIENT_PERMISSIONS' });
    const { user } = await make({ district: 'Pune' });
    expect((await catchRefusal(make({ district: 'Pune' }))).reason).toBe('phone_taken');
    const [entry] = await entriesOf(user.id);
    expect(entry).toMatchObject({ action: 'user.create', actorId: admin.userId, before: {} });
    expect(entry?.after).toMatchObject({ name: 'New', district: 'Pune', status: 'invited' });
  });
});

it('everybody sees and renames the account that is their own', async () => {
  const user = await server.newUser();
  expect(await user.call(users.profile, {})).toMatchObject({
    id: user.userId,
    deviceId: user.deviceId,
    status: 'active',
  });
  const renamed = await user.call(users.updateProfile, { body: { name: 'Meera' } });
  expect(renamed.name).toBe('Meera');
  const bad = user.call(users.updateProfile, { body: { name: 'a\u0007b' } });
  expect((await catchRefusal(bad)).status).toBe(400);
});

it('an administrator who takes another name is found by it in the audit log', async () => {
  const admin = await adminOf(['Latur']);
  const { userId } = admin;
  const called = async () => (await admin.call(users.profile, {})).name;
  const before = await called();
  await admin.call(users.updateProfile, { body: { name: 'Prahari' } });
  expect(await called()).toBe('Prahari');
  const [latest] = await entriesOf(userId);
  expect(latest).toMatchObject({
    action: 'user.update',
    actorId: userId,
    subjectName: before,
    address: '127.0.0.1',
    before: { name: before },
    after: { name: 'Prahari' },
  });
  const learner = await server.newUser();
  const entries = await entriesOf(learner.userId);
  await learner.call(users.updateProfile, { body: { name: 'Meera' } });
  expect(await entriesOf(learner.userId)).toEqual(entries);
});
