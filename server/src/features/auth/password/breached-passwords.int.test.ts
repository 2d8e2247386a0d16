import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { basePath, endpoints } from '@prahari/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startRangeService } from '../../../testing/range-service.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';

const stolen = 'seven blue kites over the ghat';
const fine = 'nine green boats under the bridge';

let service: Awaited<ReturnType<typeof startRangeService>>;
let server: TestServer;
let guarded: TestServer;
beforeAll(async () => {
  service = await startRangeService([stolen]);
  const environment = { PASSWORD_BREACH_CHECK_URL: service.url };
  server = await startTestServer({
    environment: { ...environment, PASSWORD_BREACH_CHECK_PRIVATE: 'on' },
  });
  guarded = await startTestServer({ environment });
});
afterAll(async () => {
  await guarded.stop();
  await server.stop();
  await service.stop();
});
afterEach(() => service.answerBy(undefined));

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

async function change(newPassword: string, place = server) {
  const learner = await place.newUser();
  service.received.length = 0;
  return learner.call(endpoints.account.changePassword, {
    body: { currentPassword: testPassword, newPassword },
  });
}

async function countOf(result: string): Promise<number> {
  const text = await (await fetch(`${server.origin}${basePath}/metrics`)).text();
  const pattern = new RegExp(
    `^prahari_password_breach_checks_total\\{result="${result}"\\} (\\d+)`,
    'm',
  );
  return Number(pattern.exec(text)?.[1]);
}

describe('a new password that was stolen elsewhere', () => {
  it('is refused at a change, and only five digits of its hash leave the server', async () => {
    const refused = await catchRefusal(change(stolen));
    expect(refused.status).toBe(400);
    expect(refused.reason).toBe('password_breached');
    expect(service.received.map(({ line }) => line)).toEqual([
      `GET /range/${sha1(stolen).slice(0, 5)}`,
    ]);
    const [sent] = service.received;
    expect(sent?.headers['add-padding']).toBe('true');
    expect(JSON.stringify(service.received)).not.toContain(sha1(stolen).slice(5, 12));
    expect(server.logLines.join('')).not.toContain(sha1(stolen).slice(5, 12));
  });

  it('is refused at an activation and at a reset', async () => {
    const admin = await server.superAdmin();
    const learner = await server.newUser();
    const { activation } = await admin.call(endpoints.users.resetPassword, {
      params: { id: learner.userId },
    });
    const { contactNumber } = learner;
    const { setPasswordToken } = await learner.call(endpoints.auth.verify, {
      body: { contactNumber, code: activation.code ?? '' },
    });
    const set = (password: string) =>
      learner.call(endpoints.auth.setPassword, { body: { setPasswordToken, password } });
    expect((await catchRefusal(set(stolen))).reason).toBe('password_breached');
    expect(await set(fine)).toEqual({ success: true });
  });

  it('another is taken', async () => {
    expect(await change(fine)).toMatchObject({ success: true });
    expect(service.received).toHaveLength(1);
  });
});

describe('a service that gives no answer', () => {
  const answers: [string, string, (response: ServerResponse) => void][] = [
    ['fails', 'status_503', (response) => void response.writeHead(503).end()],
    [
      'leads elsewhere',
      'status_302',
      (response) => void response.writeHead(302, { location: service.url }).end(),
    ],
    ['is silent', 'timeout', () => undefined],
    [
      'never ends',
      'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      (response) => void response.end(Buffer.alloc(2 * 1024 ** 2, 'A')),
    ],
    ['hangs up', 'UND_ERR_SOCKET', (response) => void response.destroy()],
  ];
  it.each(answers)('and %s refuses no password, and is logged', async (_, fault, answer) => {
    service.answerBy(answer);
    const before = await countOf('failed');
    const begun = performance.now();
    expect(await change(stolen)).toMatchObject({ success: true });
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(await countOf('failed')).toBeGreaterThan(before);
    const warnings = server.logLines.filter((line) => line.includes('not checked for breaches'));
    expect(warnings.at(-1)).toContain(`"fault":"${fault}"`);
    for (const line of warnings) expect(line).not.toContain(sha1(stolen).slice(0, 5));
  });

  it('is not asked on this machine unless that is allowed', async () => {
    expect(await change(stolen, guarded)).toMatchObject({ success: true });
    expect(service.received).toEqual([]);
    expect(guarded.logLines.join('')).toContain('"fault":"private_address"');
  });
});
