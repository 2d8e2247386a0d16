import { randomUUID } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createCaptures,
  openAhead,
  playVideo,
  reportIncidents,
} from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { adminHome, drm, security, videos } = endpoints;
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function confirmedLearner() {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  return learner;
}

/** How many starts of this playback are recorded. */
async function begun(playbackSessionId: string): Promise<number> {
  const facts = await server.instance.foundation.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'playback.opened')
    .execute();
  const ids = facts.map(({ data }) => Reflect.get(Object(data), 'playbackSessionId'));
  return ids.filter((id) => id === playbackSessionId).length;
}

it('ends no other playback while it is only open ahead of a click, and starts with a licence', async () => {
  const learner = await confirmedLearner();
  const { videoId, keys } = await addReadyVideo(server);
  const params = { id: videoId };
  const manifestOf = ({ playbackSessionId: playbackSession }: { playbackSessionId: string }) =>
    learner.call(videos.manifestDash, { params, query: { playbackSession } });

  const playing = await playVideo(learner, videoId);
  const ahead = await openAhead(learner, videoId);
  await manifestOf(playing);
  expect(await begun(ahead.playbackSessionId)).toBe(0);

  const askLicence = () =>
    learner.call(drm.clearKeyLicense, {
      query: { playbackSession: ahead.playbackSessionId },
      body: { kids: keys.map(({ keyId }) => keyId.toString('base64url')) },
    });
  const answers = await Promise.all([askLicence(), askLicence(), askLicence()]);
  expect(answers.map((answer) => answer.keys.length)).toEqual(answers.map(() => keys.length));
  expect(await begun(ahead.playbackSessionId)).toBe(1);
  await expect(manifestOf(playing)).rejects.toMatchObject({ reason: 'playback_session_ended' });
  await manifestOf(ahead);
});

describe('what is opened ahead and never chosen', () => {
  /** Every table that tells of what somebody did. */
  const records = [
    'admin_audit',
    'client_errors',
    'drm_licences',
    'drm_persistence_events',
    'events',
    'login_history',
    'playback_events',
    'playback_positions',
    'playback_supply',
    'security_incidents',
    'video_terminations',
    'video_views',
  ] as const;

  /** What was on its way is written first; how fast calls are is measured now and then. */
  async function recorded(): Promise<Record<string, number>> {
    const { db } = server.instance.foundation;
    await server.instance.composition.spool.flush();
    const counts = await Promise.all(
      records.map(async (table) => {
        const rows = await db
          .selectFrom(table)
          .select(sql<string | null>`to_jsonb(${sql.table(table)}) ->> 'name'`.as('name'))
          .execute();
        return [table, rows.filter(({ name }) => name !== 'calls.measured').length] as const;
      }),
    );
    return Object.fromEntries(counts);
  }

  const ahead = (client: TestClient, videoId: string) =>
    client.call(videos.openAhead, { body: { videoId } });

  it('is on no record, in no report, and plays nowhere', async () => {
    const learner = await confirmedLearner();
    const { videoId } = await addReadyVideo(server);
    const root = await server.superAdmin();
    const before = await recorded();
    const lines = server.logLines.length;
    const opened = await openAhead(learner, videoId);
    expect(await recorded()).toEqual(before);
    const said = server.logLines.slice(lines).map((line) => JSON.parse(line).level);
    expect(said.filter((level) => level > 30)).toEqual([]);
    const query = { user: learner.userId };
    expect((await root.call(security.playbacks, { query })).items).toEqual([]);
    const { playing } = await root.call(adminHome.get, {});
    expect(playing?.items.filter(({ user }) => user.id === learner.userId)).toEqual([]);
    // A mark leads to its learner in any case.
    const body = { code: opened.watermark.sessionCode };
    const found = await root.call(security.lookUpWatermark, { body });
    expect(found.items.map(({ id }) => id)).toEqual([opened.playbackSessionId]);
  });

  it.each([
    [
      'the password was not confirmed',
      async () => {
        const { videoId } = await addReadyVideo(server);
        return { learner: await server.newUser(), videoId };
      },
    ],
    [
      'access was ended',
      async () => {
        const learner = await confirmedLearner();
        const { videoId } = await addReadyVideo(server);
        const { playbackSessionId } = await playVideo(learner, videoId);
        await reportIncidents(learner, ...createCaptures(playbackSessionId, 3));
        return { learner, videoId };
      },
    ],
    [
      'the device may not play',
      async () => {
        const learner = await confirmedLearner();
        learner.userAgent = phone;
        return { learner, videoId: (await addReadyVideo(server)).videoId };
      },
    ],
    [
      'there is no such video',
      async () => ({ learner: await confirmedLearner(), videoId: randomUUID() }),
    ],
  ])('is no refusal where %s', async (_, prepare) => {
    const { learner, videoId } = await prepare();
    const before = await recorded();
    expect(await ahead(learner, videoId)).toEqual({ stream: null });
    expect(await recorded()).toEqual(before);
  });
});
