import { expect, it } from 'vitest';
import { createClient, type WireAnswer } from './client.ts';
import * as endpoints from './endpoints.ts';
import { requestHeaders } from './headers.ts';

const meta = { timestamp: '2026-11-20T12:00:00Z', path: '/x', correlationId: 'c' };
const nonceNeeded = {
  error: {
    type: 'AuthenticationError',
    code: 'TOKEN_INVALID',
    message: 'x',
    details: { reason: 'nonce_required' },
  },
  meta,
};

/** A client and a server that allows as many calls as are left. */
function setup(given: { left: number; paced: boolean }) {
  let { left } = given;
  let nowMs = 0;
  let ids = 0;
  let isFirst = true;
  const waits: number[] = [];
  const correlationIds: (string | undefined)[] = [];
  const answer = (status: number, body: object): WireAnswer => ({
    status,
    header: (name) =>
      ({ 'ratelimit-policy': '"health";q=30;w=60', ratelimit: `"health";r=${left};t=42` })[name] ??
      null,
    text: async () => JSON.stringify(body),
    bytes: async () => new Uint8Array(),
  });
  const pace = {
    now: () => nowMs,
    async delay(ms: number) {
      waits.push(ms);
      nowMs += ms;
    },
    onNear() {},
  };
  const client = createClient({
    origin: 'https://learn.example',
    clientName: 'test',
    clientVersion: '0',
    async send({ headers }) {
      correlationIds.push(headers[requestHeaders.correlationId]);
      if (isFirst) {
        isFirst = false;
        return answer(401, nonceNeeded);
      }
      left -= 1;
      return answer(200, { data: { status: 'ok' }, meta });
    },
    prove: async () => ({ proof: 'p', requestKey: 'k', deviceId: 'd' }),
    newCorrelationId() {
      ids += 1;
      return `id-${ids}`;
    },
    accessToken: () => undefined,
    renewSession: async () => false,
    ...(given.paced ? { pace } : {}),
  });
  return { ask: () => client.call(endpoints.system.liveness, {}), waits, correlationIds };
}

it('gives each request an id of its own, repeated ones too', async () => {
  const { ask, correlationIds } = setup({ left: 30, paced: true });
  await ask();
  await ask();
  expect(correlationIds).toEqual(['id-1', 'id-2', 'id-3']);
});

it('waits for the reset of a limit that the server says is used up', async () => {
  const { ask, waits } = setup({ left: 1, paced: true });
  await ask();
  expect(waits).toEqual([]);
  await ask();
  expect(waits).toEqual([42_000]);
});

it('is refused rather than waits where nothing paces it', async () => {
  const { ask, waits } = setup({ left: 1, paced: false });
  await ask();
  await ask();
  expect(waits).toEqual([]);
});
