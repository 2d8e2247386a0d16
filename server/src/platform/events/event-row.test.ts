import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEventRow } from './event-row.ts';
import { type RequestOrigin, runWithOrigin } from './request-origin.ts';

const now = new Date();
const [ravi, asha, sessionId] = [randomUUID(), randomUUID(), randomUUID()];
const origin: RequestOrigin = {
  address: '203.0.113.9',
  country: 'IN',
  userId: asha,
  sessionId,
  deviceId: 'key-of-asha',
};
const signedOut: RequestOrigin = { ...origin, userId: null, sessionId: null, deviceId: 'new-key' };
const whole = {
  userId: asha,
  sessionId,
  deviceId: 'key-of-asha',
  address: '203.0.113.9',
  country: 'IN',
};
const nothing = { sessionId: null, deviceId: null, address: null, country: null };

describe('the origin of an event', () => {
  it('is that of the request whose caller it is about', () => {
    const of = () => createEventRow('user.password-changed', { userId: asha }, now);
    expect(runWithOrigin(origin, of)).toMatchObject({ ...whole, severity: 'low' });
    expect(of()).toMatchObject({ ...nothing, userId: asha });
  });

  it('is the address alone where an administrator does something to a user', () => {
    const of = () => createEventRow('user.password-reset', { userId: ravi, byUserId: asha }, now);
    expect(runWithOrigin(origin, of)).toMatchObject({
      userId: ravi,
      sessionId: null,
      deviceId: null,
      address: '203.0.113.9',
      country: 'IN',
    });
  });

  it('is the caller where an act is about no other user', () => {
    const videoId = randomUUID();
    const named = () => createEventRow('video.deleted', { videoId, byUserId: asha }, now);
    const unnamed = () => createEventRow('video.published', { videoId }, now);
    expect(runWithOrigin(origin, named)).toMatchObject(whole);
    expect(runWithOrigin(origin, unnamed)).toMatchObject(whole);
    expect(named()).toMatchObject({ ...nothing, userId: asha });
    expect(unnamed()).toMatchObject({ ...nothing, userId: null });
  });

  it('is never that of another request with which work is shared', () => {
    const learnt = { playbackSessionId: randomUUID(), userId: ravi, videoId: randomUUID() };
    const of = () => createEventRow('lesson.completed', learnt, now);
    expect(runWithOrigin(origin, of)).toMatchObject({ ...nothing, userId: ravi });
    const opened = { userId: ravi, sessionId: randomUUID(), deviceId: 'key-of-ravi' };
    const other = () => createEventRow('session.opened', { ...opened, system: '' }, now);
    expect(runWithOrigin(signedOut, other)).toMatchObject({ ...opened, address: null });
  });

  it('is the device of a call without a user', () => {
    const opened = { userId: ravi, sessionId: randomUUID(), deviceId: 'new-key' };
    const of = () => createEventRow('session.opened', { ...opened, system: '' }, now);
    const { address, country } = origin;
    expect(runWithOrigin(signedOut, of)).toMatchObject({ ...opened, address, country });
    const activated = () => createEventRow('user.activated', { userId: ravi }, now);
    expect(runWithOrigin(signedOut, activated)).toMatchObject({
      userId: ravi,
      sessionId: null,
      deviceId: 'new-key',
      address,
      country,
    });
  });

  it('gives way to the subject that the event names', () => {
    const said = {
      userId: null,
      deviceId: 'new-key',
      address: '::ffff:198.51.100.7',
      reason: 'account',
    } as const;
    const of = () => createEventRow('sign-in.refused', said, now);
    const row = { userId: null, deviceId: 'new-key', address: '198.51.100.7', country: null };
    expect(runWithOrigin(signedOut, of)).toMatchObject(row);
  });
});

it('an id that is none is no user, and stays in the data', () => {
  const row = createEventRow('user.activated', { userId: 'nobody' }, now);
  expect(row).toMatchObject({ userId: null, data: '{"userId":"nobody"}' });
});

it('an incident keeps its own severity', () => {
  const incident = {
    incidentId: randomUUID(),
    userId: ravi,
    videoId: null,
    type: 'screen_capture_api',
    severity: 'high',
    confidence: 'high',
  } as const;
  expect(createEventRow('incident.reported', incident, now).severity).toBe('high');
});
