import { randomBytes, randomUUID } from 'node:crypto';
import { buildUrl, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/database.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { setConfig } from '../../../testing/set-config.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { drm, videos, auth } = endpoints;

let server: TestServer;
let db: Db;
beforeAll(async () => {
  // Uses things bound to a device from another device of the same learner.
  server = await startTestServer({ environment: { DEVICES_PER_LEARNER: '2' } });
  db = server.instance.foundation.db;
});
afterAll(() => server.stop());

const refusal = (status: number, reason: string) => ({ status, reason });
const kidOf = ({ keyId }: { keyId: Buffer }) => keyId.toString('base64url');

async function confirmedLearner() {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  return learner;
}

async function tokenFor(client: TestClient, videoId: string): Promise<string> {
  return (await client.call(drm.generateToken, { body: { videoId } })).userToken;
}

async function play(client: TestClient, videoId: string): Promise<string> {
  const body = { userToken: await tokenFor(client, videoId) };
  return (await client.call(videos.stream, { params: { id: videoId }, body })).playbackSessionId;
}

function licence(client: TestClient, playbackSession: string, kids: string[]) {
  return client.call(drm.clearKeyLicense, { query: { playbackSession }, body: { kids } });
}

async function eventsOf(name: string, userId: string) {
  const rows = await db
    .selectFrom('events')
    .select('data')
    .where('name', '=', name)
    .orderBy('happened_at')
    .execute();
  return rows
    .map((row) => row.data)
    .filter((data) => Reflect.get(Object(data), 'userId') === userId);
}

describe('a user token', () => {
  it('is not given before the password was confirmed, or after a wrong one', async () => {
    const learner = await server.newUser();
    const { videoId } = await addReadyVideo(server);
    const denied = refusal(403, 'access_session_required');
    await expect(tokenFor(learner, videoId)).rejects.toMatchObject(denied);
    await expect(learner.confirmPassword('not the password')).rejects.toMatchObject({
      reason: 'wrong_password',
    });
    await expect(tokenFor(learner, videoId)).rejects.toMatchObject(denied);
    await learner.confirmPassword(testPassword);
    expect(await tokenFor(learner, videoId)).not.toBe('');
  });

  it('is not given for a video that is not to be watched', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    await db.updateTable('videos').set({ published: false }).where('id', '=', videoId).execute();
    const missing = refusal(404, 'video_not_available');
    await expect(tokenFor(learner, videoId)).rejects.toMatchObject(missing);
    await expect(tokenFor(learner, randomUUID())).rejects.toMatchObject(missing);
  });

  it('is good for its holder only, on the device that requested it', async () => {
    const [learner, stranger] = [await confirmedLearner(), await confirmedLearner()];
    const { videoId } = await addReadyVideo(server);
    const body = { userToken: await tokenFor(learner, videoId) };
    expect(await learner.call(drm.validateToken, { body })).toMatchObject({ valid: true, videoId });
    const nothing = {
      valid: false,
      reason: 'user_token_invalid',
      videoId: null,
      expiresAt: null,
    };
    expect(await stranger.call(drm.validateToken, { body })).toEqual(nothing);
    const otherDevice = await server.newClient();
    await otherDevice.signIn(learner.contactNumber, testPassword);
    await otherDevice.confirmPassword(testPassword);
    expect(await otherDevice.call(drm.validateToken, { body })).toEqual(nothing);
  });
});

describe('a user token is used up', () => {
  const used = refusal(403, 'user_token_invalid');
  const open = (client: TestClient, id: string, userToken: string) =>
    client.call(videos.stream, { params: { id }, body: { userToken } });

  it('by the one playback session that it opens', async () => {
    const learner = await confirmedLearner();
    const { videoId, keys } = await addReadyVideo(server);
    const userToken = await tokenFor(learner, videoId);
    const { playbackSessionId } = await open(learner, videoId, userToken);
    await expect(open(learner, videoId, userToken)).rejects.toMatchObject(used);
    expect(await learner.call(drm.validateToken, { body: { userToken } })).toMatchObject({
      valid: false,
      reason: 'user_token_used',
      videoId,
    });
    expect(
      await learner.call(videos.accessValidation, { params: { id: videoId }, body: { userToken } }),
    ).toEqual({ allowed: false, reason: 'user_token_invalid' });
    // The attempt does not disturb the playback that it opened.
    expect((await licence(learner, playbackSessionId, keys.map(kidOf))).keys).toHaveLength(2);
  });

  it('though it is sent many times at once', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const userToken = await tokenFor(learner, videoId);
    const tries = Array.from({ length: 6 }, () => open(learner, videoId, userToken));
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('and dies unused with the sign-in, for the same learner on the same device too', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const userToken = await tokenFor(learner, videoId);
    await learner.call(auth.logout, {});
    await learner.signIn(learner.contactNumber, testPassword);
    await learner.confirmPassword(testPassword);
    await expect(open(learner, videoId, userToken)).rejects.toMatchObject(used);
  });
});

describe('where HD needs hardware', () => {
  const configure = (hdNeedsHardware: boolean) => setConfig(server, { drm: { hdNeedsHardware } });

  it('Clear Key opens SD and sound, and no HD', async () => {
    const learner = await confirmedLearner();
    const { videoId, keys } = await addReadyVideo(server, { classes: ['AUDIO', 'SD', 'HD'] });
    const before = await play(learner, videoId);
    await configure(true);
    const kids = keys.map(kidOf);
    const playbackSession = await play(learner, videoId).finally(() => configure(false));
    const answer = await licence(learner, playbackSession, kids);
    expect(answer.keys.map(({ kid }) => kid)).toEqual(kids.slice(0, 2));
    await expect(licence(learner, playbackSession, kids.slice(2))).rejects.toMatchObject(
      refusal(403, 'hardware_security_required'),
    );
    // Its own policy was fixed with its token; it ended because another one was opened.
    await expect(licence(learner, before, kids)).rejects.toMatchObject(
      refusal(403, 'playback_session_ended'),
    );
  });
});

describe('a licence', () => {
  it('holds the keys of the video, and leaves a fact behind but no key in the log', async () => {
    const learner = await confirmedLearner();
    const { videoId, keys } = await addReadyVideo(server);
    const playbackSessionId = await play(learner, videoId);
    const answer = await licence(learner, playbackSessionId, keys.map(kidOf));
    expect(answer).toEqual({
      keys: keys.map((pair) => ({
        kty: 'oct',
        kid: kidOf(pair),
        k: pair.key.toString('base64url'),
      })),
      type: 'temporary',
    });
    const { userId } = learner;
    expect(await eventsOf('licence.issued', userId)).toEqual([
      { system: 'clearkey', playbackSessionId, userId, videoId, keys: 2 },
    ]);
    const log = server.logLines.join('');
    expect(log).toContain('/drm/clearkey/license');
    for (const { key } of keys) {
      expect(log).not.toContain(key.toString('base64url'));
      expect(log).not.toContain(key.toString('hex'));
    }
  });

  it('is never kept by a cache', async () => {
    const learner = await confirmedLearner();
    const { videoId, keys } = await addReadyVideo(server);
    const playbackSession = await play(learner, videoId);
    const url = buildUrl(server.origin, drm.clearKeyLicense, { query: { playbackSession } });
    const headers = await learner.headersFor('POST', url);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ kids: keys.map(kidOf), type: 'temporary' }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  it('is refused as a whole for a key of another video, and for one that does not exist', async () => {
    const learner = await confirmedLearner();
    const [mine, other] = [await addReadyVideo(server), await addReadyVideo(server)];
    const playbackSessionId = await play(learner, mine.videoId);
    const own = mine.keys.map(kidOf);
    const denials: unknown[] = [];
    for (const foreign of [kidOf(other.keys[0]!), randomBytes(16).toString('base64url')]) {
      const refused = licence(learner, playbackSessionId, [...own, foreign]);
      await expect(refused).rejects.toMatchObject(refusal(403, 'key_not_entitled'));
      const { message, details } = await refused.catch((error: unknown) => Object(error));
      denials.push({ message, details });
    }
    expect(denials[0]).toEqual(denials[1]);
    expect(JSON.stringify(denials)).not.toContain(own[0]);
    const { userId } = learner;
    const fact = { system: 'clearkey', playbackSessionId, userId, reason: 'key_not_entitled' };
    expect(await eventsOf('licence.refused', userId)).toEqual([fact, fact]);
    expect(await eventsOf('licence.issued', userId)).toEqual([]);
  });

  it('is refused for malformed key ids', async () => {
    const learner = await confirmedLearner();
    const { videoId, keys } = await addReadyVideo(server);
    const playbackSession = await play(learner, videoId);
    const own = kidOf(keys[0]!);
    for (const kids of [[], ['short'], [`${own}==`], [own, 'LwVHf8JLtPrv2GUXFW2v_B']]) {
      await expect(licence(learner, playbackSession, kids)).rejects.toMatchObject({ status: 400 });
    }
  });

  it('is refused to any other user, to another device of the learner, and without a session', async () => {
    const [learner, stranger] = [await confirmedLearner(), await confirmedLearner()];
    const { videoId, keys } = await addReadyVideo(server);
    const playbackSession = await play(learner, videoId);
    const otherDevice = await server.newClient();
    await otherDevice.signIn(learner.contactNumber, testPassword);
    await otherDevice.confirmPassword(testPassword);
    const kids = keys.map(kidOf);
    const ended = refusal(403, 'playback_session_ended');
    await expect(licence(stranger, playbackSession, kids)).rejects.toMatchObject(ended);
    await expect(licence(otherDevice, playbackSession, kids)).rejects.toMatchObject(ended);
    await expect(licence(learner, randomUUID(), kids)).rejects.toMatchObject(ended);
    expect(await eventsOf('licence.refused', stranger.userId)).toEqual([
      {
        system: 'clearkey',
        playbackSessionId: null,
        userId: stranger.userId,
        reason: 'playback_session_ended',
      },
    ]);
  });

  it('ends with the video-access session, the publication and the sign-in', async () => {
    const learner = await confirmedLearner();
    const { videoId, keys } = await addReadyVideo(server);
    const playbackSession = await play(learner, videoId);
    const kids = keys.map(kidOf);
    const ask = () => licence(learner, playbackSession, kids);
    const ended = refusal(403, 'playback_session_ended');

    const publish = (published: boolean) =>
      db.updateTable('videos').set({ published }).where('id', '=', videoId).execute();
    await publish(false);
    await expect(ask()).rejects.toMatchObject(ended);
    await publish(true);
    await ask();

    const closeAccess = db
      .updateTable('sessions')
      .set({ video_access_expires_at: new Date(0) })
      .where('user_id', '=', learner.userId);
    await closeAccess.execute();
    await expect(ask()).rejects.toMatchObject(ended);
    await learner.confirmPassword(testPassword);
    await ask();

    await learner.call(auth.logout, {});
    await expect(ask()).rejects.toMatchObject({ status: 401 });
  });
});
