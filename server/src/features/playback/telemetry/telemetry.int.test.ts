import { randomUUID } from 'node:crypto';
import { type ApiError, type BodyOf, endpoints, playbackEvents } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ensurePartitions,
  findPartition,
  listPartitionJobs,
} from '../../../platform/db/daily-partitions.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { openAhead, playVideo, startWatching } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { readWatched } from '../progress/watched.presenter.ts';
import { playbackEventsTable } from './playback-events.repository.ts';

const { security, videos } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Batch = Extract<BodyOf<typeof videos.analytics>, { events: unknown }>['events'];
type Event = Batch[number];

const an = (event: Event['event'], position: number, said: Partial<Event> = {}): Event => ({
  id: randomUUID(),
  event,
  position,
  duration: 60,
  timestamp: '2020-01-01T00:00:00Z',
  ...said,
});

async function watching() {
  const { playbackSessionId: playbackSession, ...rest } = await startWatching(server);
  return { ...rest, playbackSession };
}

const send = (client: TestClient, id: string, playbackSession: string, ...events: Event[]) =>
  client.call(videos.analytics, { params: { id }, body: { playbackSession, events } });

const kept = (playbackSession: string) =>
  server.instance.foundation.db
    .selectFrom('playback_events')
    .selectAll()
    .where('playback_session_id', '=', playbackSession)
    .execute();

const resumeAt = async (client: TestClient, id: string) =>
  (await client.call(videos.get, { params: { id } })).resumeAtSeconds;

describe('POST /videos/{id}/analytics', () => {
  it('keeps events and position together, or neither', async () => {
    const { learner, videoId, playbackSession } = await watching();
    const { db } = server.instance.foundation;
    // The first report starts the video; the next ones are like most reports.
    for (const [round, place] of [33, 44].entries()) {
      await sql`CREATE FUNCTION fail_position() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'planted'; END $$`.execute(db);
      await sql`CREATE TRIGGER fail_position BEFORE UPDATE ON playback_sessions FOR EACH ROW
        EXECUTE FUNCTION fail_position()`.execute(db);
      const before = await resumeAt(learner, videoId);
      const report = [an('play', 20), an('pause', place)];
      const failed = catchRefusal(send(learner, videoId, playbackSession, ...report));
      expect((await failed).status).toBe(500);
      await sql`DROP FUNCTION fail_position CASCADE`.execute(db);
      expect(await kept(playbackSession)).toHaveLength(2 * round);
      expect(await resumeAt(learner, videoId)).toBe(before);
      // The player sends it again.
      await send(learner, videoId, playbackSession, ...report);
      expect(await kept(playbackSession)).toHaveLength(2 * round + 2);
      expect(await resumeAt(learner, videoId)).toBe(place);
    }
  });

  it('loses nothing of reports that come at once, of one video and of many', async () => {
    const videos = [await watching(), await watching(), await watching()];
    const { db } = server.instance.foundation;
    // All by the same two seconds of the learner's clock: nothing is played from one to the next.
    const [begun, later] = ['2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z'];
    for (const { learner, videoId, playbackSession } of videos)
      await send(learner, videoId, playbackSession, an('play', 0, { timestamp: begun }));
    const rounds = [...Array(12).keys()];
    await Promise.all(
      videos.flatMap(({ learner, videoId, playbackSession }) =>
        rounds.map((round) =>
          send(
            learner,
            videoId,
            playbackSession,
            an('play', 4 * round, { timestamp: begun }),
            an('progress', 4 * round + 0.125, { timestamp: later }),
          ),
        ),
      ),
    );
    for (const { learner, videoId, playbackSession } of videos) {
      expect(await kept(playbackSession)).toHaveLength(1 + 2 * rounds.length);
      const { watched } = await db
        .selectFrom('playback_positions')
        .select('watched')
        .where('user_id', '=', learner.userId)
        .where('video_id', '=', videoId)
        .executeTakeFirstOrThrow();
      // Each was counted on from the one before it, so none was written over.
      const { spans } = readWatched(watched);
      for (const round of rounds)
        expect(spans.some(([from, to]) => from <= 4 * round && to >= 4 * round + 0.125)).toBe(true);
    }
  });

  it('records once that a playback failed, however many errors it reports', async () => {
    const { learner, videoId, playbackSession } = await watching();
    const say = (...events: Event[]) => send(learner, videoId, playbackSession, ...events);
    await say(an('play', 0));
    const failure = an('error', 12, { detail: { kind: 'network', code: '1001' } });
    await say(failure);
    // The answer was lost.
    await say(failure, an('play', 13));
    await say(an('error', 14, { detail: { kind: 'network', code: '1002' } }), an('error', 15));
    const failures = await server.instance.foundation.db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'playback.failed')
      .where('user_id', '=', learner.userId)
      .execute();
    const { userId } = learner;
    const data = { userId, videoId, playbackSessionId: playbackSession, code: '1001' };
    expect(failures).toEqual([{ data }]);
  });

  it('lets no learner wait for a video that another one locks', async () => {
    const [one, two] = [await watching(), await watching()];
    const say = ({ learner, videoId, playbackSession }: typeof one, ...events: Event[]) =>
      send(learner, videoId, playbackSession, ...events);
    await say(one, an('play', 1));
    await say(two, an('play', 1));
    const { db } = server.instance.foundation;
    let waiting: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('playback_positions')
        .set({ updated_at: new Date() })
        .where('user_id', '=', one.learner.userId)
        .execute();
      waiting = say(one, an('pause', 21));
      // Answered while the other waits, else this never ends.
      await Promise.all([30, 31, 32].map((place) => say(two, an('progress', place))));
    });
    await waiting;
    expect(await resumeAt(one.learner, one.videoId)).toBe(21);
  });

  it('keeps every kind of event with its place, in the partition of its day', async () => {
    const { learner, videoId, playbackSession } = await watching();
    const events = playbackEvents.map((event, at) => an(event, at, { detail: { height: '720' } }));
    await send(learner, videoId, playbackSession, ...events);
    const rows = await kept(playbackSession);
    expect(new Set(rows.map(({ event }) => event))).toEqual(new Set(playbackEvents));
    expect(rows[0]).toMatchObject({
      user_id: learner.userId,
      video_id: videoId,
      duration_seconds: 60,
      detail: { height: '720' },
      happened_at: new Date('2020-01-01T00:00:00Z'),
    });
    // Of the playback, which may have been opened before midnight.
    const { name } = findPartition(playbackEventsTable, rows[0]!.opened_at);
    const { rows: inDay } = await server.instance.foundation.pool.query(
      `SELECT count(*)::int AS count FROM ${name} WHERE playback_session_id = $1`,
      [playbackSession],
    );
    expect(inDay).toEqual([{ count: events.length }]);
  });

  it('stores each event once, and a repeated one moves no position', async () => {
    const { learner, videoId, playbackSession } = await watching();
    const first = an('progress', 30);
    await Promise.all([1, 2, 3].map(() => send(learner, videoId, playbackSession, first)));
    await send(learner, videoId, playbackSession, an('pause', 42), first, first);
    await send(learner, videoId, playbackSession, first);
    expect(await kept(playbackSession)).toHaveLength(2);
    expect(await resumeAt(learner, videoId)).toBe(42);
  });

  it('accepts a single event, as the specification has it', async () => {
    const { learner, videoId, playbackSession } = await watching();
    const { id: _, ...one } = an('progress', 30);
    await learner.call(videos.analytics, {
      params: { id: videoId },
      body: { ...one, playbackSession },
    });
    expect(await kept(playbackSession)).toMatchObject([{ event: 'progress' }]);
    expect(await resumeAt(learner, videoId)).toBe(30);
  });

  it('finds the playback of one event by its video, where just one is open', async () => {
    const { learner, videoId, playbackSession } = await watching();
    const stranger = await watching();
    const { id: _, ...one } = an('progress', 30);
    const tell = (client: TestClient) =>
      client.call(videos.analytics, { params: { id: videoId }, body: one });
    expect(await tell(learner)).toMatchObject({ accepted: true });
    expect(await kept(playbackSession)).toMatchObject([{ event: 'progress' }]);
    expect(await resumeAt(learner, videoId)).toBe(30);
    const ended = { status: 403, reason: 'playback_session_ended' };
    await expect(tell(stranger.learner)).rejects.toMatchObject(ended);

    const params = { id: videoId };
    const ahead = await openAhead(learner, videoId);
    const unclear = { status: 400, code: 'REQUIRED_FIELD', reason: 'playback_session_unclear' };
    await expect(tell(learner)).rejects.toMatchObject(unclear);
    await send(learner, videoId, playbackSession, an('pause', 31));
    expect(await kept(playbackSession)).toHaveLength(2);
    expect(await kept(ahead.playbackSessionId)).toEqual([]);
    // Several events come from our own player, which knows its playback.
    const events = [an('play', 1)];
    const nameless = { params, body: { events } as never };
    await expect(learner.call(videos.analytics, nameless)).rejects.toMatchObject({ status: 400 });
  });

  it('is refused for the playback of another user, and keeps nothing', async () => {
    const [one, two] = [await watching(), await watching()];
    const sent = send(one.learner, two.videoId, two.playbackSession, an('play', 1));
    await expect(sent).rejects.toMatchObject({ status: 403, reason: 'playback_session_ended' });
    expect(await kept(two.playbackSession)).toEqual([]);
  });

  const manyFields = Object.fromEntries([...Array(9).keys()].map((key) => [key, '']));
  it.each<[string, Event[]]>([
    ['no event', []],
    ['too many', Array.from({ length: 51 }, () => an('play', 1))],
    ['a place before the start', [an('play', -1)]],
    ['a place beyond any video', [an('play', 1e9)]],
    ['no id', [an('play', 1, { id: 'x' })]],
    ['an event that is none', [{ ...an('play', 1), event: 'dance' as 'play' }]],
    ['detail without end', [an('play', 1, { detail: manyFields })]],
    ['a NUL', [an('play', 1, { detail: { a: '\0' } })]],
  ])('refuses %s', async (_, events) => {
    const { learner, videoId, playbackSession } = await watching();
    const sent = send(learner, videoId, playbackSession, ...events);
    await expect(sent).rejects.toMatchObject({ status: 400 });
  });

  it('answers 429 when one learner sends too many', async () => {
    const { learner, videoId, playbackSession } = await watching();
    const refusals: ApiError[] = [];
    for (let call = 0; call < 121; call += 1) {
      const one = an('progress', 1);
      await send(learner, videoId, playbackSession, one).catch(
        (error: ApiError) => void refusals.push(error),
      );
    }
    expect(refusals).toMatchObject([{ status: 429 }]);
  });

  it('is removed by whole days after its retention', async () => {
    const { db } = server.instance.foundation;
    const old = new Date('2024-03-05T12:00:00Z');
    await ensurePartitions(db, playbackEventsTable, old);
    const before = () => new Date('2024-03-07T00:00:00Z');
    const retentionJobs = listPartitionJobs(db, playbackEventsTable, before);
    for (const job of retentionJobs) await job.removeSome(100);
    const { rows } = await server.instance.foundation.pool.query(
      "SELECT relname FROM pg_class WHERE relname LIKE 'playback_events_202403%' AND relkind = 'r' ORDER BY 1",
    );
    expect(rows[0]).toEqual({ relname: 'playback_events_20240307' });
  });
});

describe('completion of a video', () => {
  /** Advances the server's clock; the learner's clock agrees. */
  let atMs = Date.parse('2026-03-01T10:00:00Z');
  let later: TestServer;
  beforeAll(async () => {
    later = await startTestServer({ clock: { now: () => new Date(Date.now() + skewMs) } });
  });
  afterAll(() => later.stop());
  let skewMs = 0;
  const pass = (seconds: number) => {
    skewMs += seconds * 1000;
    atMs = Date.now() + skewMs;
  };

  async function newVideo() {
    const learner = await later.newUser();
    await learner.confirmPassword(testPassword);
    const { videoId } = await addReadyVideo(later);
    pass(0);
    const stream = await playVideo(learner, videoId);
    return { learner, videoId, stream };
  }

  const told = (event: Event['event'], position: number, detail?: Event['detail']): Event =>
    an(event, position, { timestamp: new Date(atMs).toISOString(), ...(detail && { detail }) });

  it('is reached with nine tenths watched, is shown, and the video starts again', async () => {
    const { learner, videoId, stream } = await newVideo();
    const seconds = stream.durationSeconds;
    const report = (...events: Event[]) =>
      send(learner, videoId, stream.playbackSessionId, ...events);
    await report(told('play', 0));
    pass(seconds * 0.5);
    expect(await report(told('progress', seconds * 0.5))).toEqual({
      accepted: true,
      completed: false,
    });
    pass(seconds * 0.42);
    expect(await report(told('pause', seconds * 0.92))).toMatchObject({ completed: true });
    const shown = await learner.call(videos.get, { params: { id: videoId } });
    expect(shown.completedAt).toMatch(/^2\d{3}-/);
    expect(shown.resumeAtSeconds).toBe(0);
    const again = await playVideo(learner, videoId);
    expect(again.resumeAtSeconds).toBe(0);
    const started = () => learner.call(videos.list, { query: { started: 'true' } });
    expect((await started()).items).toEqual([]);
    pass(5);
    const { playbackSessionId } = again;
    await send(learner, videoId, playbackSessionId, told('play', 0), told('progress', 3));
    expect(await learner.call(videos.get, { params: { id: videoId } })).toMatchObject({
      resumeAtSeconds: 3,
    });
    // Watched again, it is no lesson to continue.
    expect((await started()).items).toEqual([]);
    const facts = await later.instance.foundation.db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'lesson.completed')
      .execute();
    expect(facts).toMatchObject([{ data: { videoId, userId: learner.userId } }]);
  });

  it('is not reached by a jump to the end, nor by a claim ahead of the time', async () => {
    const { learner, videoId, stream } = await newVideo();
    const seconds = stream.durationSeconds;
    const report = (...events: Event[]) =>
      send(learner, videoId, stream.playbackSessionId, ...events);
    await report(told('play', 0));
    pass(2);
    await report(told('seek', seconds * 0.95, { from: '2.0' }));
    pass(seconds * 0.05);
    expect(await report(told('ended', seconds))).toMatchObject({ completed: false });
    const early = [told('play', 0), an('ended', seconds, { timestamp: '2030-01-01T00:00:00Z' })];
    expect(await report(...early)).toMatchObject({ completed: false });
    const shown = await learner.call(videos.get, { params: { id: videoId } });
    expect(shown.completedAt).toBeNull();
  });
});

describe('the protection of a playback', () => {
  const report = {
    keySystem: 'org.w3.clearkey',
    videoRobustness: '',
    audioRobustness: '',
    hdcp: 'unknown' as const,
    watermarkCoverage: 0.5,
    cannotPrevent: ['camera_at_screen' as const, 'software_decryption' as const],
  };

  it('is stored as its player reports it, and shown to administrators', async () => {
    const { learner, videoId, playbackSession } = await watching();
    const params = { id: videoId };
    const root = await server.superAdmin();
    const shown = async () => {
      const query = { user: learner.userId };
      return (await root.call(security.playbacks, { query })).items;
    };
    expect(await shown()).toMatchObject([{ protection: null, protectionAt: null }]);
    await learner.call(videos.protection, { params, body: { ...report, playbackSession } });
    expect(await shown()).toMatchObject([
      { id: playbackSession, protection: report, user: { id: learner.userId }, device: 'node' },
    ]);
  });

  it('is accepted from no other learner', async () => {
    const [one, two] = [await watching(), await watching()];
    const sent = one.learner.call(videos.protection, {
      params: { id: two.videoId },
      body: { ...report, playbackSession: two.playbackSession },
    });
    await expect(sent).rejects.toMatchObject({ status: 403 });
  });
});
