import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type AlertMessage,
  type Notifier,
  type NotifierConfig,
  notifyEach,
  openNotifiers,
  TooManyMessages,
} from './notify.adapter.ts';

const alert: AlertMessage = {
  id: 'an-alert',
  title: 'Forged addresses of segments',
  category: 'security_bypass',
  severity: 'high',
  message: 'Three within ten minutes.',
  isTest: false,
  url: null,
};
const never = new AbortController().signal;

let dir: string;
let secretFile: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'prahari-notify-'));
  secretFile = path.join(dir, 'secret');
  await writeFile(secretFile, 'a secret of the webhook, long enough');
});
afterAll(() => rm(dir, { recursive: true }));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function startReceiver(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/secret-path`;
}

const open = (
  url: string,
  isPrivateAllowed: 'off' | 'on',
  limits?: { messagesPerHour: number },
) => {
  const settings: NotifierConfig = {
    alertEmails: undefined,
    alertWebhookUrl: url,
    alertWebhookSecretFile: secretFile,
    alertWebhookPrivate: isPrivateAllowed,
  };
  return openNotifiers(settings, undefined, { timeoutMs: 300, messagesPerHour: 20, ...limits });
};

async function send(notifiers: readonly Notifier[]): Promise<string | null> {
  const sending = notifiers[0]?.send({ id: '1', isByAdmin: false }, alert, never);
  return (sending ?? Promise.reject(new Error('none'))).then(
    () => null,
    (error: Error) => error.message,
  );
}

describe('the webhook', () => {
  it.each([
    'http://example.org/hook',
    'https://127.0.0.1/hook',
    'https://2130706433/hook',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://10.1.2.3/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/hook',
    'ftp://example.org/hook',
    'not an address',
  ])('refuses %s at the start', async (url) => {
    await expect(open(url, 'off')).rejects.toThrow('ALERT_WEBHOOK_URL');
  });

  it('gives up on a receiver that accepts the connection and never answers', async () => {
    const url = await startReceiver(() => undefined);
    expect(await send(await open(url, 'on'))).toMatch(/^The webhook was not reached: /);
  });

  it('waits for no answer that never ends: the message is taken', async () => {
    const url = await startReceiver((_, response) => void response.writeHead(200).write('.'));
    expect(await send(await open(url, 'on'))).toBeNull();
  });

  it('follows no redirect, and says nothing of its address', async () => {
    let followed = 0;
    const target = await startReceiver((_, response) => {
      followed += 1;
      response.end();
    });
    const url = await startReceiver((_, response) => {
      response.writeHead(302, { location: target }).end();
    });
    expect(await send(await open(url, 'on'))).toBe('The webhook answered 302.');
    expect(followed).toBe(0);
    expect(await send(await open('http://127.0.0.1:1/secret-path', 'on'))).not.toContain('secret');
  });

  it('sends a limited number of messages of one severity per hour', async () => {
    let received = 0;
    const url = await startReceiver((_, response) => {
      received += 1;
      response.end();
    });
    const [webhook] = await open(url, 'on', { messagesPerHour: 3 });
    const severities = ['high', 'high', 'high', 'high', 'critical'];
    const sent = severities.map((severity) =>
      webhook?.send({ id: '1', isByAdmin: false }, { ...alert, severity }, never),
    );
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(received).toBe(4);
  });

  it('counts what rules of administrators tell apart from the rest', async () => {
    const url = await startReceiver((_, response) => response.end());
    const [webhook] = await open(url, 'on', { messagesPerHour: 1 });
    const sent = [true, true, false].map((isByAdmin) =>
      webhook?.send({ id: '1', isByAdmin }, alert, never),
    );
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('telling each', () => {
  const failing = (name: string, error: Error): Notifier => ({
    name,
    send: () => Promise.reject(error),
  });

  it('goes on to the others when one fails, and sends to none twice', async () => {
    const heard: string[] = [];
    const listening = (name: string): Notifier => ({
      name,
      async send() {
        heard.push(name);
      },
    });
    const notifiers = [
      listening('early'),
      failing('gone', new Error('550')),
      failing('flooded', new TooManyMessages(20)),
      listening('last'),
    ];
    let notified: readonly string[] = ['early'];
    const notify = () =>
      notifyEach(
        notifiers,
        { id: '1', isByAdmin: false, alert },
        {
          notified,
          async onNotified(names) {
            notified = names;
          },
        },
        never,
      );
    await expect(notify()).rejects.toThrow('550');
    expect(notified).toEqual(['early', 'last']);
    await expect(notify()).rejects.toThrow('550');
    expect(heard).toEqual(['last']);
  });
});
