import { buildUrl, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { waitForImport } from '../../../testing/import-users.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { startSmsGateway } from '../../../testing/sms-gateway.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

const { auth, imports } = endpoints;

let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let mailbox: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  gateway = await startSmsGateway();
  mailbox = await startMailServer({ authOptional: true });
});
afterAll(async () => {
  await gateway.stop();
  await mailbox.stop();
});

const file =
  'name,contactNumber,email\r\nAsha Kumari,9200000001,asha@example.org\r\nRavi Sharma,9200000002,\r\n';

/** Sends the file to the call of the specification, and waits for its end. */
async function bulkUpload(server: TestServer) {
  const admin = await server.superAdmin();
  await admin.call(auth.validate, {});
  const url = buildUrl(server.origin, imports.bulkUpload, {});
  const form = new FormData();
  form.append('file', new Blob([file], { type: 'text/csv' }), 'learners.csv');
  const headers = await admin.headersFor('POST', url);
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(200);
  const { data } = z.parse(z.object({ data: imports.bulkUpload.data }), await answer.json());
  const job = await waitForImport(admin, data.id);
  expect(job).toMatchObject({ state: 'completed', rows: { created: 2, failed: 0 } });

  return { admin, job };
}

async function activates(server: TestServer, contactNumber: string, code: string) {
  const client = await server.newClient();
  return client.call(auth.verify, { body: { contactNumber, code } });
}

it('codes of imported users go out by the SMS gateway, each to its own number', async () => {
  const server = await startTestServer({
    worker: true,
    environment: {
      SMS_GATEWAY_URL: gateway.url,
      SMS_GATEWAY_BODY: '{"to":"{number}","code":"{code}"}',
    },
  });
  try {
    const { job } = await bulkUpload(server);
    expect(job.codes?.delivery).toBe('sms');
    await vi.waitFor(() => expect(gateway.received).toHaveLength(2), { timeout: 20_000 });
    for (const { body } of gateway.received) {
      const { to, code } = z.parse(
        z.object({ to: z.string(), code: z.string() }),
        JSON.parse(body),
      );
      expect((await activates(server, to, code)).passwordMinLength).toBe(8);
    }
  } finally {
    await server.stop();
  }
});

it('by e-mail where only that is configured; codes of users without an address are in the file', async () => {
  const server = await startTestServer({
    worker: true,
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      SMTP_FROM: 'Prahari <no-reply@example.org>',
    },
  });
  try {
    const { admin, job } = await bulkUpload(server);
    await vi.waitFor(() => expect(mailbox.received).toHaveLength(1), { timeout: 20_000 });
    expect(mailbox.received[0]?.to).toEqual(['asha@example.org']);
    const bytes = await admin.call(imports.codes, { params: { id: job.id } });
    const kept = new TextDecoder().decode(bytes);
    expect(kept).toContain('9200000002');
    expect(kept).not.toContain('9200000001');
    const line = kept.split('\r\n').find((each) => each.includes('9200000002'));
    await activates(server, '9200000002', line?.split(',')[2] ?? '');
  } finally {
    await server.stop();
  }
});
