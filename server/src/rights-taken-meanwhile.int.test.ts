import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type AdminScope,
  buildUrl,
  endpoints,
  type Permission,
  readError,
} from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCatalogue, nobody } from './testing/catalogue-videos.ts';
import { catchRefusal } from './testing/catch-refusal.ts';
import { importUsers, waitForImport } from './testing/import-users.ts';
import { createTusClient } from './testing/resumable-upload.ts';
import { createContactNumber } from './testing/role-inputs.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

const { auth, groups, imports, uploads, users, videos } = endpoints;
/** A busy machine takes its time. */
const patient = { timeout: 30_000 };
const pune = { ...nobody, districts: ['Pune'] };
const district = (...values: string[]): AdminScope => ({ level: 'district', values });

let server: TestServer;
let root: Awaited<ReturnType<TestServer['superAdmin']>>;
beforeAll(async () => {
  server = await startTestServer({ worker: true });
  root = await server.superAdmin();
});
afterAll(() => server.stop());

type Admin = Awaited<ReturnType<TestServer['newUser']>>;
const allRights: Permission[] = ['videos.write', 'users.read', 'users.write', 'users.import'];
const setRights = (admin: Admin, permissions: Permission[], adminScope = district('Pune')) =>
  root.call(users.setPermissions, {
    params: { id: admin.userId },
    body: { permissions, adminScope },
  });

async function newAdmin(): Promise<Admin> {
  const admin = await server.newUser('ADMIN');
  await setRights(admin, allRights);
  return admin;
}

/** A change to an administrator during a call, and the refusal of that call. */
const takings = {
  right: { take: (admin: Admin) => setRights(admin, ['users.read']), status: 403 },
  account: {
    take: (admin: Admin) =>
      root.call(users.block, { params: { id: admin.userId }, body: { blocked: true } }),
    status: 401,
  },
  session: { take: (admin: Admin) => admin.call(auth.logoutAll, {}), status: 401 },
} as const;
const allTakings = Object.entries(takings);

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: Uint8Array;
  readonly headers?: Record<string, string>;
}

/** Sends a request whose body arrives in two halves, with something in between. @throws ApiError */
async function sendInHalves(admin: Admin, sent: Sent, meanwhile: () => Promise<unknown>) {
  const { method, url, body } = sent;
  await admin.call(auth.validate, {});
  const proof = await admin.headersFor(method, url.split('?', 1)[0] ?? url);
  const half = Math.ceil(body.length / 2);
  async function* halves() {
    yield body.subarray(0, half);
    await meanwhile();
    yield body.subarray(half);
  }
  const answer = await fetch(url, {
    method,
    headers: { ...proof, ...sent.headers },
    body: ReadableStream.from(halves()),
    duplex: 'half',
  });
  if (!answer.ok) throw await readError(answer);
}

async function formOf(fields: Record<string, string>, file: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), 'file');
  const whole = new Response(form);
  const headers = { 'content-type': whole.headers.get('content-type') ?? '' };
  return { method: 'POST', headers, body: new Uint8Array(await whole.arrayBuffer()) };
}

const filesIn = (folder: string) =>
  readdir(path.join(server.instance.foundation.dataDir, folder)).catch(() => []);
/** Tells that the server accepted the sender and is receiving the file. */
const isComing = (folder: string) =>
  vi.waitFor(async () => expect(await filesIn(folder)).not.toEqual([]), patient);

/** Tells that a request of the server writes to this upload. */
const isWritten = (id: string) =>
  vi.waitFor(async () => {
    const { db } = server.instance.foundation;
    const found = db.selectFrom('resumable_uploads').select('writer').where('id', '=', id);
    expect((await found.executeTakeFirstOrThrow()).writer).not.toBeNull();
  }, patient);

describe('a video on its way', () => {
  const content = new Uint8Array(randomBytes(300_000));
  const url = () => buildUrl(server.origin, uploads.upload, {});
  const jobsOf = async (admin: Admin) => {
    const { db } = server.instance.foundation;
    const found = db.selectFrom('upload_jobs').select('id');
    return (await found.where('created_by', '=', admin.userId).execute()).length;
  };

  it.each(allTakings)(
    'in a form is refused once the %s is gone, and leaves nothing',
    async (_, { take, status }) => {
      const admin = await newAdmin();
      const form = { ...(await formOf({ title: 'Late' }, content)), url: url() };
      const sent = sendInHalves(admin, form, async () => {
        await isComing('uploads');
        await take(admin);
      });
      expect(await catchRefusal(sent)).toMatchObject({ status });
      expect(await jobsOf(admin)).toBe(0);
      expect(await filesIn('uploads')).toEqual([]);
    },
  );

  it('is for the scope of the moment at which it is whole, and not for a video beyond it', async () => {
    const admin = await newAdmin();
    const toNashik = async () => {
      await isComing('uploads');
      await setRights(admin, allRights, district('Nashik'));
    };
    const announced = await admin.call(videos.create, {
      body: { title: 'Announced', audience: pune },
    });
    const target = await formOf({ videoId: announced.id }, content);
    const sent = sendInHalves(admin, { ...target, url: url() }, toNashik);
    expect((await catchRefusal(sent)).reason).toBe('upload_target_gone');
    await setRights(admin, allRights);
    const form = { ...(await formOf({ title: 'Of its own' }, content)), url: url() };
    await sendInHalves(admin, form, toNashik);
    const { items } = await root.call(videos.listManaged, { query: { search: 'Of its own' } });
    expect(items[0]?.audience).toEqual({ ...nobody, districts: ['Nashik'] });
  });

  it.each(allTakings)('by tus is refused once the %s is gone', async (_, { take, status }) => {
    const admin = await newAdmin();
    const tus = createTusClient(server.origin, admin);
    const id = await tus.begin({ lengthBytes: content.length });
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0' };
    const type = { 'content-type': 'application/offset+octet-stream' };
    const patch = {
      method: 'PATCH',
      url: tus.urlTo(id),
      headers: { ...headers, ...type },
      body: content,
    };
    const sent = sendInHalves(admin, patch, async () => {
      await isWritten(id);
      await take(admin);
    });
    expect(await catchRefusal(sent)).toMatchObject({ status });
    expect(await jobsOf(admin)).toBe(0);
    if (status !== 403) return;
    await setRights(admin, allRights);
    const offset = await tus.offset(id);
    expect(offset).toBeLessThan(content.length);
    expect(await tus.patch(id, offset, content.slice(offset))).toBe(content.length);
    expect(await jobsOf(admin)).toBe(1);
  });

  it('by tus counts no more bytes once the right is gone', async () => {
    const admin = await newAdmin();
    const tus = createTusClient(server.origin, admin);
    const id = await tus.begin({ lengthBytes: content.length });
    async function* bytes() {
      yield content.subarray(0, 1000);
      await isWritten(id);
      await takings.right.take(admin);
      // Time enough to be synced, and asked about.
      for (const at of [1, 2, 3]) {
        await wait(1100);
        yield content.subarray(at * 1000, (at + 1) * 1000);
      }
    }
    const sent = tus.patch(id, 0, ReadableStream.from(bytes()));
    expect(await catchRefusal(sent)).toMatchObject({ status: 403 });
    await setRights(admin, allRights);
    expect(await tus.offset(id)).toBeLessThan(2000);
  });
});

describe('other calls under way', () => {
  const captions = Buffer.from(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${'x'.repeat(9000)}\n`);
  const cases: [string, (videoId: string) => Promise<Sent> | Sent][] = [
    [
      'captions',
      async (id) => ({
        ...(await formOf({ label: 'English' }, captions)),
        url: buildUrl(server.origin, videos.putCaptions, { params: { id, language: 'en' } }),
      }),
    ],
    [
      'a poster',
      async (id) => ({
        ...(await formOf({}, Buffer.from('ffd8ffe000104a46494600', 'hex'))),
        url: buildUrl(server.origin, videos.uploadPoster, { params: { id } }),
      }),
    ],
    [
      'a spreadsheet of users',
      async () => ({
        ...(await formOf({}, Buffer.from('name,contactNumber\nAsha,9500000101\n'))),
        url: buildUrl(server.origin, imports.bulkUpload, {}),
      }),
    ],
    [
      'what is written slowly',
      () => ({
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ name: `Group ${createContactNumber()}` })),
        url: buildUrl(server.origin, groups.create, {}),
      }),
    ],
  ];

  it.each(cases)('changes nothing once the right is gone: %s', async (_, requestFor) => {
    const admin = await newAdmin();
    const { id } = await createCatalogue(server, root).ready({ title: 'Own', audience: pune });
    const actsOf = async () => {
      const { items } = await root.call(users.auditLog, { query: { limit: 100 } });
      return items.filter(({ actorId }) => actorId === admin.userId);
    };
    const sent = sendInHalves(admin, await requestFor(id), async () => {
      await wait(1100);
      await takings.right.take(admin);
    });
    expect(await catchRefusal(sent)).toMatchObject({ status: 403 });
    expect(await actsOf()).toEqual([]);
  });

  it('of codes names no user who is now out of scope', async () => {
    const admin = await newAdmin();
    await setRights(admin, allRights, district('Pune', 'Nashik'));
    const rows = ['Here,9500000201,Pune', 'There,9500000202,Nashik'];
    const content = `name,contactNumber,district\n${rows.join('\n')}\n`;
    const { id } = await importUsers(server.origin, admin, { content });
    expect((await waitForImport(admin, id)).rows).toMatchObject({ created: 2 });
    await setRights(admin, allRights);
    const codes = await admin.call(imports.codes, { params: { id } });
    const text = new TextDecoder().decode(codes);
    expect([text.includes('Here'), text.includes('There')]).toEqual([true, false]);
  });
});
