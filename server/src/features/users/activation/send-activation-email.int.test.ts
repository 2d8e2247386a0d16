import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mailAccount, startMailServer } from '../../../testing/mail-server.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { users } = endpoints;

let mailbox: Awaited<ReturnType<typeof startMailServer>>;
let folder: string;
let server: TestServer;
let root: TestClient;
let lastNumber = 9_700_000_000;
beforeAll(async () => {
  mailbox = await startMailServer();
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-mail-'));
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, `${mailAccount.pass}\n`);
  server = await startTestServer({
    worker: true,
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      SMTP_FROM: 'Prahari <no-reply@example.org>',
      SMTP_USER: mailAccount.user,
      SMTP_PASSWORD_FILE: passwordFile,
    },
  });
  root = await server.superAdmin();
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
  await rm(folder, { recursive: true });
});

/** Creates a learner, whose number no other test has. */
function create(email?: string) {
  lastNumber += 1;
  const body = { name: 'Asha Kumari', contactNumber: `${lastNumber}`, email };
  return root.call(users.create, { body });
}

/** Waits for the given number of e-mails to this address and returns their codes. */
async function codesTo(address: string, count: number): Promise<string[]> {
  const mails = () => mailbox.received.filter(({ to }) => to.includes(address));
  await vi.waitFor(() => expect(mails()).toHaveLength(count), { timeout: 20_000 });
  return mails().map(({ raw }) => {
    const text = Buffer.from(raw.split('\r\n\r\n')[1] ?? '', 'base64').toString('utf8');
    return /^ {4}(\S+)$/m.exec(text)?.[1] ?? '';
  });
}

async function verify(contactNumber: string, code = '') {
  const client = await server.newClient();
  return client.call(endpoints.auth.verify, { body: { contactNumber, code } });
}

describe('with a mail server, an activation code', () => {
  it('reaches users with an address, and is in clear in no job and no log', async () => {
    const { user, activation } = await create('asha@example.org');
    expect(user.email).toBe('asha@example.org');
    expect(activation).toEqual({
      delivery: 'email',
      code: null,
      expiresAt: expect.any(String),
    });
    const [code = ''] = await codesTo('asha@example.org', 1);
    await verify(user.contactNumber, code);

    const { db } = server.instance.foundation;
    const jobs = await sql<{ data: string }>`
      SELECT data::text AS data FROM pgboss.job WHERE name = 'send-activation-code'`.execute(db);
    const kept = JSON.stringify([jobs.rows, server.logLines]);
    expect(kept).toContain(user.id);
    for (const hidden of [code, mailAccount.pass, 'asha@']) expect(kept).not.toContain(hidden);
  });

  it('is shown for users without one', async () => {
    const { user, activation } = await create();
    expect(activation.delivery).toBe('shown');
    await verify(user.contactNumber, activation.code ?? '');
  });

  it('is sent again after a failure', async () => {
    mailbox.refuseNext(450);
    const { user } = await create('meera@example.org');
    const [first] = await codesTo('meera@example.org', 1);
    await verify(user.contactNumber, first);
    const failed = server.logLines.filter((line) => line.includes('was not sent'));
    expect(failed.join()).toContain('EENVELOPE 450');
    expect(failed.join()).not.toContain(first);
  });

  it('made by a reset goes the same way', async () => {
    const { user } = await create('ravi@example.org');
    await codesTo('ravi@example.org', 1);
    const { activation } = await root.call(users.resetPassword, { params: { id: user.id } });
    expect(activation).toMatchObject({ delivery: 'email', code: null });
    const [, second] = await codesTo('ravi@example.org', 2);
    await verify(user.contactNumber, second);
  });

  it('is dropped when its address is removed before it could be sent', async () => {
    mailbox.refuseNext(450);
    const { user } = await create('gone@example.org');
    const { updatedAt } = user;
    await root.call(users.update, { params: { id: user.id }, body: { updatedAt, email: null } });
    const dropped = () =>
      server.logLines.some((line) => line.includes('address gone') && line.includes(user.id));
    await vi.waitFor(() => expect(dropped()).toBe(true), { timeout: 20_000 });
    expect(mailbox.received.some(({ to }) => to.includes('gone@example.org'))).toBe(false);
  });
});
