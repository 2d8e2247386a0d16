import { randomUUID } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playVideo, startWatching } from '../../../testing/play-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { users, videos } = endpoints;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const look = (client: TestClient, id: string) => client.call(videos.insights, { params: { id } });

it('sums up the plays of 30 days, what was watched of them, and the protection', async () => {
  const { db } = server.instance.foundation;
  const root = await server.superAdmin();
  const { learner, videoId, playbackSessionId } = await startWatching(server);
  const start = Date.now() - 300_000;
  const say = (
    event: 'play' | 'progress' | 'seek' | 'pause',
    atSeconds: number,
    position: number,
  ) => ({
    id: randomUUID(),
    event,
    position,
    duration: 600,
    timestamp: new Date(start + atSeconds * 1000).toISOString(),
  });
  // 20 s at normal speed, a jump, 20 s at double speed, and 300 s that no player plays in 5.
  const events = [
    say('play', 0, 0),
    say('progress', 20, 20),
    say('seek', 25, 200),
    say('progress', 35, 220),
    say('progress', 40, 520),
    say('pause', 41, 520),
  ];
  await learner.call(videos.analytics, {
    params: { id: videoId },
    body: { playbackSession: playbackSessionId, events },
  });
  await root.confirmPassword(testPassword);
  await playVideo(root, videoId);
  const seen = await look(root, videoId);
  expect(seen).toMatchObject({ plays: 1, learners: 1, watchSeconds: 40, isPartial: false });
  expect(seen.days).toHaveLength(30);
  expect(seen.days.at(-1)?.plays).toBe(1);
  expect(seen.keys.length).toBeGreaterThan(0);
  expect(JSON.stringify(seen.keys)).not.toMatch(/[\da-f]{32}/iu);

  const monthAgo = new Date(Date.now() - 31 * 86_400_000);
  await db
    .updateTable('playback_sessions')
    .set({ opened_at: monthAgo, started_at: monthAgo })
    .where('id', '=', playbackSessionId)
    .execute();
  expect(await look(root, videoId)).toMatchObject({ plays: 0, learners: 0 });
});

it('stores with each event what it measured, and what was watched up to it', async () => {
  const { learner, videoId, playbackSessionId } = await startWatching(server);
  const start = Date.parse('2020-01-01T00:00:00Z');
  const said = (
    event: 'play' | 'progress' | 'rebuffer' | 'pause',
    position: number,
    detail: Record<string, string>,
  ) => {
    const timestamp = new Date(start + position * 1000).toISOString();
    return { id: randomUUID(), event, position, duration: 600, timestamp, detail };
  };
  const parts = { answerMs: '200', manifestMs: '0', licenceMs: '300', segmentsMs: '400' };
  // The first report is written by itself, later ones together with others.
  for (const from of [0, 20]) {
    const events = [
      said('play', from, { startMs: '1500', ...parts }),
      said('progress', from + 1, { kbps: '800' }),
      said('rebuffer', from + 2, { stallMs: '900', startMs: '1' }),
      said('pause', from + 2, { kbps: 'many', stallMs: '1', frames: '75', droppedFrames: '3' }),
    ];
    await learner.call(videos.analytics, {
      params: { id: videoId },
      body: { playbackSession: playbackSessionId, events },
    });
  }
  const stored = await server.instance.foundation.db
    .selectFrom('playback_events')
    .select(['event', 'start_ms', 'stall_ms', 'kbps', 'seen_from', 'seen_to'])
    .select(['start_parts', 'frames', 'dropped_frames'])
    .where('playback_session_id', '=', playbackSessionId)
    .orderBy('happened_at')
    .orderBy('event', 'desc')
    .execute();
  expect(stored.map((event) => Object.values(event))).toEqual(
    [0, 20].flatMap((from) => [
      ['play', 1500, null, null, null, null, [200, 0, 300, 400], null, null],
      ['progress', null, null, 800, from, from + 1, null, null, null],
      ['rebuffer', null, 900, null, from + 1, from + 2, null, null, null],
      ['pause', null, null, null, null, null, null, 75, 3],
    ]),
  );
});

it('needs the permission to edit the video, and counts only learners in scope', async () => {
  const { learner, videoId } = await startWatching(server);
  const root = await server.superAdmin();
  const editor = await server.newUser('ADMIN');
  const setRights = (permissions: ('videos.write' | 'users.read')[], values: string[]) =>
    root.call(users.setPermissions, {
      params: { id: editor.userId },
      body: { permissions, adminScope: { level: 'district', values } },
    });
  await setRights(['videos.write'], ['Nowhere']);
  await expect(look(editor, videoId)).rejects.toMatchObject({ status: 403 });
  await root.call(videos.update, {
    params: { id: videoId },
    body: {
      audience: {
        everyone: false,
        kendraTypes: [],
        countries: [],
        districts: ['Nowhere'],
        groupIds: [],
      },
    },
  });
  expect(await look(editor, videoId)).toMatchObject({ plays: 0, learners: 0, watchSeconds: 0 });
  expect(await look(root, videoId)).toMatchObject({ plays: 1, learners: 1 });
  await setRights(['users.read'], ['Nowhere']);
  await expect(look(editor, videoId)).rejects.toMatchObject({ status: 403 });
  await expect(look(learner, videoId)).rejects.toMatchObject({ status: 403 });
  const unknown = '00000000-0000-7000-8000-000000000000';
  await expect(look(root, unknown)).rejects.toMatchObject({ status: 404 });
});
