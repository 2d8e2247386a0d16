import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { readSettings } from '../../../platform/config/setting.ts';
import { AppError, StartError } from '../../../platform/errors/app-error.ts';
import { startSmsGateway } from '../../../testing/sms-gateway.ts';
import { usersSettings } from '../users.config.ts';
import { createSmsDelivery } from './sms-gateway.adapter.ts';
import { readSmsGateway } from './sms-gateway.rules.ts';

const secret = 'Bearer s3cr3t-of-the-gateway';
const json = '{"to":"{number}","text":"{code}"}';
const form = 'to={number}&text=Your code is {code}';

function configured(environment: Record<string, string>) {
  const gateway = readSmsGateway(readSettings(usersSettings, environment));
  if (!gateway) throw new Error('no gateway is configured');
  return gateway;
}

describe('the settings', () => {
  const url = { SMS_GATEWAY_URL: 'https://sms.example.org/send?v=1' };
  const values = { number: '+919876543210', code: 'AB&C', name: 'Asha' };

  it('without an address make no gateway', () => {
    expect(readSmsGateway(readSettings(usersSettings, { SMS_GATEWAY_BODY: json }))).toBeUndefined();
  });

  it('make the request of either method', () => {
    const environment = { ...url, SMS_GATEWAY_AUTHORIZATION: secret };
    expect(configured({ ...environment, SMS_GATEWAY_BODY: json })(values)).toEqual({
      url: url.SMS_GATEWAY_URL,
      method: 'POST',
      body: '{"to":"+919876543210","text":"AB&C"}',
      headers: { authorization: secret, 'content-type': 'application/json' },
    });
    const asked = configured({ ...environment, SMS_GATEWAY_METHOD: 'GET', SMS_GATEWAY_BODY: form });
    expect(asked(values)).toEqual({
      url: `${url.SMS_GATEWAY_URL}&to=%2B919876543210&text=Your+code+is+AB%26C`,
      method: 'GET',
      body: null,
      headers: { authorization: secret },
    });
  });

  it.each([
    ['SMS_GATEWAY_URL', 'http://sms.example.org/'],
    ['SMS_GATEWAY_URL', 'http://localhost.example.org/'],
    ['SMS_GATEWAY_URL', 'ftp://localhost/'],
    ['SMS_GATEWAY_URL', 'sms.example.org'],
    ['SMS_GATEWAY_URL', 'https://user:s3cr3t@sms.example.org/'],
    ['SMS_GATEWAY_BODY', ''],
    ['SMS_GATEWAY_BODY', form],
    ['SMS_GATEWAY_BODY', '{"to":{number},"text":"{code}"}'],
    ['SMS_GATEWAY_BODY', '{"to":"{number}"}'],
    ['SMS_GATEWAY_AUTHORIZATION', 's3cr3t\nx: y'],
  ])('%s as %j is refused without its value', (variable, value) => {
    const attempt = () => configured({ ...url, SMS_GATEWAY_BODY: json, [variable]: value });
    expect(attempt).toThrow(StartError);
    expect(attempt).toThrow(variable);
    expect(attempt).not.toThrow('s3cr3t');
  });
});

describe('a delivery', () => {
  let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
  beforeEach(async () => {
    gateway = await startSmsGateway();
  });
  afterEach(() => gateway.stop());

  const message = {
    contactNumber: '+919876543210',
    email: null,
    name: 'Asha',
    code: 'ABCD-EFGH',
    expiresAt: new Date(),
  };
  const never = new AbortController().signal;

  function deliver(signal = never, timeoutMs = 5000) {
    const settings = {
      SMS_GATEWAY_URL: gateway.url,
      SMS_GATEWAY_BODY: form,
      SMS_GATEWAY_CONTENT_TYPE: 'application/x-www-form-urlencoded',
      SMS_GATEWAY_AUTHORIZATION: secret,
    };
    return createSmsDelivery(configured(settings), timeoutMs).deliver(message, signal);
  }

  async function fault(sending: Promise<unknown>): Promise<string> {
    const error = await sending.catch((thrown: unknown) => thrown);
    if (!(error instanceof AppError)) throw error;
    expect(error).toMatchObject({ status: 502, type: 'ExternalServiceError' });
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(
      /s3cr3t|ABCD|98765/,
    );
    return error.message.split(': ')[1] ?? '';
  }

  it('brings the message and the secret', async () => {
    expect(await deliver()).toBe('sent');
    expect(gateway.received).toEqual([
      {
        method: 'POST',
        url: '/send',
        authorization: secret,
        contentType: 'application/x-www-form-urlencoded',
        body: 'to=%2B919876543210&text=Your+code+is+ABCD-EFGH',
      },
    ]);
  });

  it.each([400, 401, 500])('answered %i has failed', async (status) => {
    gateway.answerNext((response) => void response.writeHead(status).end(secret));
    expect(await fault(deliver())).toBe(`status ${status}.`);
  });

  it.each([301, 302, 307, 308])('follows no redirect %i', async (status) => {
    const location = `${gateway.url}/elsewhere`;
    gateway.answerNext((response) => void response.writeHead(status, { location }).end());
    expect(await fault(deliver())).toBe(`status ${status}.`);
    expect(gateway.received).toHaveLength(1);
  });

  it('that answers too late is given up', async () => {
    gateway.answerNext(() => {});
    expect(await fault(deliver(never, 50))).toBe('TimeoutError.');
  });

  it('stops with its process', async () => {
    const stopping = new AbortController();
    gateway.answerNext(() => stopping.abort());
    expect(await fault(deliver(stopping.signal))).toBe('AbortError.');
  });

  test('to a gateway that is down fails', async () => {
    await gateway.stop();
    expect(await fault(deliver())).toBe('ECONNREFUSED.');
  });
});
