import { buildUrl, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordEvent, recordEvents } from './platform/events/record-event.ts';
import { startWatching } from './testing/play-video.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

const { users, drm, auth } = endpoints;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => server.stop());

const address = '127.0.0.1';
const db = () => server.instance.foundation.db;

/** The latest first. */
async function eventsOf(userId: string) {
  const rows = await db()
    .selectFrom('events')
    .select(['name', 'session_id', 'device_id', 'address', 'severity', 'transaction_id'])
    .where('user_id', '=', userId)
    .orderBy('transaction_id', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return Object.fromEntries(rows.toReversed().map((row) => [row.name, row]));
}

it('each way to record an event says who, from where and how severe', async () => {
  const { learner, keys, playbackSessionId } = await startWatching(server);
  const { userId, deviceId } = learner;
  const kids = keys.map(({ keyId }) => keyId.toString('base64url')).slice(0, 1);
  const query = { playbackSession: playbackSessionId };
  await learner.call(drm.clearKeyLicense, { query, body: { kids } });
  const stranger = await server.newClient();
  const guess = stranger.signIn(learner.contactNumber, 'not the password');
  await expect(guess).rejects.toMatchObject({ reason: 'invalid_credentials' });

  const events = await eventsOf(userId);
  const [session] = await db()
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  const own = { session_id: session?.id, device_id: deviceId, address };
  // By a transaction, as a part of another statement, and gathered with those of other requests.
  expect(events['session.opened']).toMatchObject({ ...own, severity: 'info' });
  expect(events['playback.opened']).toMatchObject({ ...own, severity: 'info' });
  expect(events['licence.issued']).toMatchObject({ ...own, severity: 'info' });
  expect(events['sign-in.refused']).toMatchObject({
    session_id: null,
    device_id: stranger.deviceId,
    address,
    severity: 'low',
  });

  const root = await server.superAdmin();
  await root.call(users.resetPassword, { params: { id: userId } });
  const reset = { session_id: null, device_id: null, address, severity: 'low' };
  expect((await eventsOf(userId))['user.password-reset']).toMatchObject(reset);
});

it('an event has the country of the address that it was done from', async () => {
  const learner = await server.newUser();
  const { deviceId } = learner;
  const url = buildUrl(server.origin, auth.login, {});
  // Of a provider in India.
  const elsewhere = { 'x-forwarded-for': '49.36.0.1', 'content-type': 'application/json' };
  const claim = { contactNumber: learner.contactNumber, countryCode: '+91', password: 'a guess' };
  const headers = { ...(await learner.headersFor('POST', url)), ...elsewhere };
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(claim) });
  const rows = await db()
    .selectFrom('events')
    .select(['address', 'country'])
    .where('name', '=', 'sign-in.refused')
    .where('device_id', '=', deviceId)
    .execute();
  expect(rows).toEqual([{ address: '49.36.0.1', country: 'IN' }]);
});

it('events know the transaction that recorded them', async () => {
  const now = new Date();
  const recorded = await db()
    .transaction()
    .execute(async (trx) => {
      await recordEvent(trx, 'video.published', { videoId: 'first' }, now);
      await recordEvents(trx, 'video.removed', [{ videoId: 'a' }, { videoId: 'b' }], now);
      const { rows } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.execute(
        trx,
      );
      return rows[0]?.id;
    });
  const rows = await db()
    .selectFrom('events')
    .select('transaction_id')
    .where('happened_at', '=', now)
    .execute();
  expect(rows.map((row) => row.transaction_id)).toEqual([recorded, recorded, recorded]);
});
