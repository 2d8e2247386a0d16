import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors/app-error.ts';
import { mailAccount, startMailServer } from '../../../testing/mail-server.ts';
import { createEmailDelivery } from './email-delivery.adapter.ts';
import type { MailServer } from './mail-server.rules.ts';

const message = {
  contactNumber: '+919876543210',
  email: 'asha@example.org',
  name: 'आशा कुमारी',
  code: 'ABCD-EFGH-JKMN-PQRS',
  expiresAt: new Date('2026-11-27T10:00:00Z'),
};
const never = new AbortController().signal;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
async function mailbox(...options: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...options);
  stops.push(server.stop);
  return server;
}

function deliver(
  port: number,
  change: Partial<MailServer> = {},
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
) {
  const server: MailServer = {
    host: 'localhost',
    port,
    tls: 'starttls',
    auth: mailAccount,
    from: 'Prahari <no-reply@example.org>',
    ...change,
  };
  const delivery = createEmailDelivery(server, 'https://learn.example.org', options.timeoutMs);
  return delivery.deliver(message, options.signal ?? never);
}

/** The fault in a word; fails where anything hidden can be read. */
async function fault(sending: Promise<unknown>): Promise<string> {
  const error = await sending.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw error;
  expect(error).toMatchObject({ status: 502, type: 'ExternalServiceError' });
  expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/s3cr3t|ABCD|asha@/);
  return error.message.split(': ')[1] ?? '';
}

describe('an e-mail', () => {
  it('brings the code in both languages, over STARTTLS, to the one address', async () => {
    const server = await mailbox();
    expect(await deliver(server.port)).toBe('sent');
    expect(server.received).toMatchObject([
      {
        from: 'no-reply@example.org',
        to: ['asha@example.org'],
        isEncrypted: true,
        user: 'prahari',
      },
    ]);
    const raw = server.received[0]?.raw ?? '';
    const [, encoded = ''] = raw.split('\r\n\r\n');
    expect(raw).toMatch(/^content-transfer-encoding: base64/im);
    const body = Buffer.from(encoded, 'base64').toString('utf8');
    expect(body.match(/ABCD-EFGH-JKMN-PQRS/g)).toHaveLength(2);
    expect(body.match(/https:\/\/learn\.example\.org\/activate/g)).toHaveLength(2);
    expect(body).toContain('Hello आशा कुमारी');
    expect(body).toContain('नमस्ते आशा कुमारी');
    expect(raw).not.toContain('ABCD');
  });

  it('goes by TLS from the start', async () => {
    const server = await mailbox({ secure: true });
    await deliver(server.port, { tls: 'from-the-start' });
    expect(server.received).toMatchObject([{ isEncrypted: true }]);
  });

  it('goes without TLS and password to a server that is this machine', async () => {
    const server = await mailbox({ authOptional: true });
    await deliver(server.port, { tls: 'none', auth: undefined });
    expect(server.received).toMatchObject([{ isEncrypted: false, user: undefined }]);
  });

  it('is not sent where STARTTLS is not offered', async () => {
    const server = await mailbox({ disabledCommands: ['STARTTLS'], authOptional: true });
    expect(await fault(deliver(server.port, { tls: 'starttls' }))).toMatch(/^ETLS/);
    expect(server.received).toEqual([]);
  });

  it('is not sent to a server with the certificate of another name', async () => {
    const server = await mailbox();
    expect(await fault(deliver(server.port, { host: '127.0.0.1' }))).toMatch(
      /^(ETLS|ESOCKET|ERR_TLS)/,
    );
    expect(server.received).toEqual([]);
  });

  it('is not sent where the password is refused', async () => {
    const server = await mailbox();
    const auth = { user: 'prahari', pass: 's3cr3t-but-wrong' };
    expect(await fault(deliver(server.port, { auth }))).toBe('EAUTH 535.');
  });

  it.each([421, 450, 550, 552])('that was answered %i has failed', async (code) => {
    const server = await mailbox();
    server.refuseNext(code);
    expect(await fault(deliver(server.port))).toMatch(new RegExp(`^E[A-Z]+ ${code}\\.$`));
    expect(server.received).toEqual([]);
  });

  it('is given up if the server does not greet', async () => {
    const port = await silentServer();
    expect(await fault(deliver(port, {}, { timeoutMs: 100 }))).toBe('ETIMEDOUT.');
  });

  it('stops with its process', async () => {
    const stopping = new AbortController();
    const port = await silentServer(() => stopping.abort());
    expect(await fault(deliver(port, {}, { signal: stopping.signal }))).toMatch(/ABORT|AbortError/);
  });

  it('to a server that is down fails', async () => {
    const server = await startMailServer();
    await server.stop();
    expect(await fault(deliver(server.port))).toMatch(/^(ESOCKET|ECONNECTION|ECONNREFUSED)\.$/);
  });
});

/** Takes connections and says nothing. */
async function silentServer(onConnection = () => {}): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    onConnection();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
