import { createClient, endpoints, type WireAnswer } from '@prahari/contract';
import { expect, test } from 'vitest';

const wire = (status: number, body: object): WireAnswer => ({
  status,
  header: () => null,
  text: async () => JSON.stringify(body),
  bytes: async () => new Uint8Array(),
});
const meta = { timestamp: '2026-11-20T12:00:00Z', path: '/x', correlationId: 'c' };
const expired = wire(401, {
  error: { type: 'AuthenticationError', code: 'TOKEN_EXPIRED', message: 'x', details: {} },
  meta,
});
const fine = wire(200, { data: { status: 'ok' }, meta });
/** Any call for signed-in users will do; its answer is a simple one. */
const endpoint = { ...endpoints.system.liveness, access: endpoints.auth.validate.access };

/** A client whose server holds back its refusals until they are let go, one by one. */
function setup() {
  const held: (() => void)[] = [];
  let token: string | undefined = 'old';
  let renewals = 0;
  const client = createClient({
    origin: 'https://learn.example',
    clientName: 'test',
    clientVersion: '0',
    async send({ headers }) {
      if (headers['authorization'] === 'DPoP new') return fine;
      await new Promise<void>((resolve) => held.push(resolve));
      return expired;
    },
    prove: async () => ({ proof: 'p', requestKey: 'k', deviceId: 'd' }),
    newCorrelationId: () => 'c',
    accessToken: () => token,
    async renewSession() {
      renewals += 1;
      token = 'new';
      return true;
    },
  });
  return { client, held, renewals: () => renewals };
}

test('a refusal that comes after the renewal repeats the call and renews nothing', async () => {
  const { client, held, renewals } = setup();
  const first = client.call(endpoint, {});
  const second = client.call(endpoint, {});
  await expect.poll(() => held.length).toBe(2);
  held[0]?.();
  await first;
  held[1]?.();
  await second;
  expect(renewals()).toBe(1);
});
