import { randomUUID } from 'node:crypto';
import { ApiError, endpoints } from '@prahari/contract';
import { sql, type Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '../../../platform/db/tables.ts';
import { createCaptures, playVideo, reportIncidents } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { auth, drm, learners, users, videos } = endpoints;

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer({ environment: { DEVICES_PER_LEARNER: '2' } });
  root = await server.superAdmin();
});
afterAll(() => server.stop());

type Learner = Awaited<ReturnType<TestServer['newUser']>>;
interface Case {
  readonly learner: Learner;
  readonly videoId: string;
}
type Edit = Updateable<Tables['videos']>;

const db = () => server.instance.foundation.db;
const changeVideo = (id: string) => db().updateTable('videos').where('id', '=', id);
const edit =
  (change: Edit) =>
  async ({ videoId }: Case) => {
    await changeVideo(videoId).set(change).execute();
  };
const forNobody = { for_everyone: false };
const hourMs = 3_600_000;

/** With what it calls itself now. */
async function confirmAndPlay({ learner, videoId }: Case) {
  await learner.confirmPassword(testPassword);
  return playVideo(learner, videoId);
}

async function playElsewhere({ learner }: Case) {
  const tv = await server.newClient();
  await tv.signIn(learner.contactNumber, testPassword);
  await tv.confirmPassword(testPassword);
  const { videoId } = await addReadyVideo(server);
  await playVideo(tv, videoId);
}

async function loseAccess({ learner, videoId }: Case) {
  const { playbackSessionId } = await playVideo(learner, videoId);
  await reportIncidents(learner, ...createCaptures(playbackSessionId, 3));
}

/**
 * Why a start is refused, what made it so, and which rule has to say it. Where only the browser
 * knows, the rule may not say that it passes.
 */
const cases: readonly {
  readonly name: string;
  readonly reason: string | null;
  readonly rule?: string;
  readonly outcome?: 'fail' | 'unknown';
  readonly arrange?: (given: Case) => Promise<unknown>;
  readonly start?: (given: Case) => Promise<unknown>;
  /** Left unconfirmed. */
  readonly withoutPassword?: true;
  readonly schemes?: readonly ('cbcs' | 'cenc')[];
}[] = [
  { name: 'all is well', reason: null },
  {
    name: 'the account is blocked',
    reason: 'session_ended',
    rule: 'account',
    arrange: ({ learner }) =>
      root.call(users.block, { params: { id: learner.userId }, body: { blocked: true } }),
  },
  {
    name: 'the learner was signed out',
    reason: 'session_ended',
    rule: 'sign_in',
    arrange: ({ learner }) => root.call(users.signOut, { params: { id: learner.userId } }),
  },
  {
    name: 'the device is released',
    reason: 'session_ended',
    rule: 'sign_in',
    arrange: ({ learner }) => root.call(users.clearDevice, { params: { id: learner.userId } }),
  },
  {
    name: 'it is a phone by its name',
    reason: 'mobile_device',
    rule: 'device_kind',
    async arrange({ learner }) {
      learner.userAgent = phone;
      const change = db().updateTable('sessions').set({ user_agent: phone });
      await change.where('user_id', '=', learner.userId).execute();
    },
    start: confirmAndPlay,
  },
  {
    name: 'it is a phone, which nobody knows before',
    reason: 'mobile_device',
    rule: 'device_kind',
    outcome: 'unknown',
    async arrange({ learner }) {
      learner.userAgent = phone;
    },
    start: confirmAndPlay,
  },
  {
    name: 'violations ended access',
    reason: 'access_terminated',
    rule: 'access',
    arrange: loseAccess,
  },
  {
    name: 'the password was not confirmed',
    reason: 'access_session_required',
    rule: 'password',
    withoutPassword: true,
  },
  {
    name: 'the password was confirmed by another browser',
    reason: 'access_session_required',
    rule: 'password',
    outcome: 'unknown',
    async arrange({ learner }) {
      learner.userAgent = 'Another browser';
    },
  },
  {
    name: 'the video is in the making',
    reason: 'video_not_available',
    rule: 'video_ready',
    arrange: edit({ status: 'processing' }),
  },
  {
    name: 'the video has no length',
    reason: 'video_not_available',
    rule: 'video_ready',
    arrange: edit({ duration_seconds: null }),
  },
  {
    name: 'the video is a draft',
    reason: 'video_not_available',
    rule: 'video_release',
    arrange: edit({ published: false }),
  },
  {
    name: 'the video comes out later',
    reason: 'video_not_available',
    rule: 'video_release',
    arrange: edit({ publish_at: new Date(Date.now() + hourMs) }),
  },
  {
    name: 'the publication is over',
    reason: 'video_not_available',
    rule: 'video_release',
    arrange: edit({ unpublish_at: new Date(Date.now() - hourMs) }),
  },
  {
    name: 'the district is another',
    reason: 'video_not_available',
    rule: 'audience',
    arrange: edit({ ...forNobody, districts: ['Goa'] }),
  },
  {
    name: 'the group is another',
    reason: 'video_not_available',
    rule: 'audience',
    arrange: edit({ ...forNobody, group_ids: [randomUUID()] }),
  },
  {
    name: 'the video is for nobody',
    reason: 'video_not_available',
    rule: 'audience',
    arrange: edit(forNobody),
  },
  {
    name: 'the user token is none',
    reason: 'user_token_invalid',
    rule: 'user_token',
    outcome: 'unknown',
    start: ({ learner, videoId }) =>
      learner.call(videos.stream, { params: { id: videoId }, body: { userToken: 'none' } }),
  },
  {
    name: 'the browser decrypts no scheme of it',
    reason: 'encryption_scheme_missing',
    rule: 'scheme',
    outcome: 'unknown',
    schemes: ['cenc'],
    async start({ learner, videoId }) {
      const { userToken } = await learner.call(drm.generateToken, { body: { videoId } });
      const body = { userToken, schemes: ['cbcs' as const] };
      return learner.call(videos.stream, { params: { id: videoId }, body });
    },
  },
  {
    name: 'it plays elsewhere',
    reason: 'too_many_streams',
    rule: 'streams',
    arrange: playElsewhere,
  },
];

describe('the check of a playback without a start', () => {
  it.each(cases)('agrees with a start when $name', async (given) => {
    const { reason, rule, outcome = 'fail', schemes } = given;
    const learner = await server.newUser();
    const { sessionId } = await learner.call(auth.validate, {});
    if (!given.withoutPassword) await learner.confirmPassword(testPassword);
    const { videoId } = await addReadyVideo(server, schemes ? { schemes } : {});
    await given.arrange?.({ learner, videoId });

    const before = await readTables();
    const check = await root.call(learners.checkPlayback, {
      params: { id: learner.userId },
      body: { videoId, sessionId },
    });
    expect(await readTables(), 'it wrote something').toEqual(before);

    const start = given.start ?? (() => playVideo(learner, videoId));
    expect(await readRefusal(start({ learner, videoId }))).toBe(reason);

    const failed = check.rules.filter((one) => one.outcome === 'fail');
    if (rule === undefined || outcome === 'unknown') {
      expect(failed, 'refused what only the browser decides').toEqual([]);
    }
    const named = check.rules.filter((one) => one.reason === reason && one.outcome !== 'pass');
    if (reason === null) expect(check.verdict).toBe('plays');
    else expect(named).toContainEqual(expect.objectContaining({ rule, outcome }));
  });

  it('lists what the learner can do, and what others must do', async () => {
    const learner = await server.newUser();
    const { videoId } = await addReadyVideo(server);
    const check = () =>
      root.call(learners.checkPlayback, { params: { id: learner.userId }, body: { videoId } });
    expect((await check()).verdict).toBe('plays_after_own_steps');
    await edit({ ...forNobody, districts: ['Goa', 'Pune'] })({ learner, videoId });
    expect(await check()).toMatchObject({
      verdict: 'refused',
      session: { device: 'node' },
      video: {
        isVisible: false,
        reasons: ['district'],
        audience: [{ part: 'district', matches: false, own: null, wanted: ['Goa', 'Pune'] }],
      },
    });
  });

  it('knows nothing of learners and videos that its caller does not see', async () => {
    const learner = await server.newUser();
    const { videoId } = await addReadyVideo(server);
    const ask = (id: string, video: string, client = root) =>
      client.call(learners.checkPlayback, { params: { id }, body: { videoId: video } });
    const missing = { status: 404 };
    await expect(ask(learner.userId, randomUUID())).rejects.toMatchObject(missing);
    await expect(ask(randomUUID(), videoId)).rejects.toMatchObject(missing);
    const admin = await server.newUser('ADMIN');
    await expect(ask(admin.userId, videoId)).rejects.toMatchObject(missing);
    await root.call(users.setPermissions, {
      params: { id: admin.userId },
      body: { permissions: ['users.read'], adminScope: { level: 'global' } },
    });
    expect((await ask(learner.userId, videoId, admin)).video.isVisible).toBe(true);
    // A draft, and the right to edit videos is not theirs.
    await edit({ published: false })({ learner, videoId });
    await expect(ask(learner.userId, videoId, admin)).rejects.toMatchObject(missing);
  });
});

async function readRefusal(start: Promise<unknown>): Promise<string | null> {
  try {
    await start;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.reason ?? error.code;
    throw error;
  }
}

/** What a worker adds up from facts some seconds later, and up to where it did. */
const derived = ['event_readers', 'learner_days', 'user_activity', 'activity_snapshots'];

/**
 * All rows of all tables but those; only that a session was seen and proofs were used may change, and
 * that calls are measured now and then. What refused calls before left on its way is written first.
 */
async function readTables(): Promise<Record<string, string[]>> {
  await server.instance.composition.spool.flush();
  const { rows: tables } = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> ALL (${derived}::text[])
      AND tablename NOT LIKE '%\\_rollups' AND tablename NOT LIKE 'performance\\_%' AND tablename NOT LIKE 'seen\\_proof%'`.execute(
    db(),
  );
  const reads = tables.map(
    ({
      name,
    }) => sql`SELECT ${name}::text AS name, array(SELECT (to_jsonb(one) - 'last_seen_at')::text
      FROM ${sql.table(name)} AS one
      WHERE to_jsonb(one) ->> 'name' IS DISTINCT FROM 'calls.measured' ORDER BY 1) AS lines`,
  );
  const all = sql<{ name: string; lines: string[] }>`${sql.join(reads, sql` UNION ALL `)}`;
  const { rows } = await all.execute(db());
  return Object.fromEntries(rows.map(({ name, lines }) => [name, lines]));
}
