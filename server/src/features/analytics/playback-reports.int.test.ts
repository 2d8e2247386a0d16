import {
  type CallInput,
  endpoints,
  type Permission,
  reportedVideoSortKeys,
} from '@prahari/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { catchRefusal } from '../../testing/catch-refusal.ts';
import { giveEvents } from '../../testing/give-events.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { waitUntilSettled } from '../../testing/wait-until-settled.ts';
import { rollUpOnce } from './rollups/roll-up.adapter.ts';
import { openPositions } from './rollups/roll-up.repository.ts';

const { playbackReports: calls, listExports } = endpoints;
const ranges = ['1h', '24h', '7d', '30d', '90d'] as const;
const noId = '00000000-0000-7000-8000-000000000000';

let server: TestServer;
let db: Db;
let root: TestClient;
let ofPune: TestClient & { readonly userId: string };
type Learner = Awaited<ReturnType<TestServer['newUser']>>;
let asha: Learner;
let ravi: Learner;
let meena: Learner;
/** For everyone, of Nashik alone, and watched by none. */
let optics: string;
let heat: string;
let sound: string;

async function addVideo(title: string, category: string, districts: readonly string[]) {
  const id = uuidv7();
  await sql`INSERT INTO videos (id, title, description, status, published, publish_when_ready,
      category, duration_seconds, for_everyone, districts, created_by, created_at, updated_at)
    VALUES (${id}, ${title}, '', 'ready', true, true, ${category}, 100, ${districts.length === 0},
      ${[...districts]}, ${meena.userId}, now(), now())`.execute(db);
  return id;
}

interface Told {
  readonly event?: string;
  readonly seen?: readonly [from: number, to: number];
  readonly startMs?: number;
  readonly stallMs?: number;
  readonly kbps?: number;
  readonly startParts?: readonly [number, number, number, number];
  readonly frames?: number;
  readonly droppedFrames?: number;
}

/** One playback of a learner, opened a minute ago, with what its player reported. */
async function play(
  learner: Learner,
  videoId: string,
  on: { readonly browser: string; readonly system: string; readonly network: string },
  told: readonly Told[],
) {
  const id = uuidv7();
  const openedAt = new Date(Date.now() - 60_000);
  await sql`INSERT INTO playback_sessions (id, session_id, device_id, user_id, video_id, code,
      opened_at, expires_at, ended_at, browser, system, network)
    SELECT ${id}, id, 'one', user_id, ${videoId}, ${id}, ${openedAt}, now(), now(), ${on.browser},
      ${on.system}, ${on.network}
    FROM sessions WHERE user_id = ${learner.userId} LIMIT 1`.execute(db);
  const rows = told.map(({ seen, event = 'progress', ...facts }) => ({
    ...facts,
    event,
    id: uuidv7(),
    from: seen?.[0],
    to: seen?.[1],
  }));
  await sql`INSERT INTO playback_events (opened_at, playback_session_id, id, user_id, video_id, event,
      position_seconds, duration_seconds, happened_at, received_at, detail, seen_from, seen_to,
      start_ms, stall_ms, kbps, start_parts, frames, dropped_frames)
    SELECT ${openedAt}, ${id}, id, ${learner.userId}, ${videoId}, event, 0, 100, now(), now(), '{}',
      "from", "to", "startMs", "stallMs", kbps, "startParts", frames, "droppedFrames"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, event text,
      "from" float8, "to" float8, "startMs" integer, "stallMs" integer, kbps integer,
      "startParts" integer[], frames integer, "droppedFrames" integer)`.execute(db);
  const data = { playbackSessionId: id, userId: learner.userId, videoId };
  const give = (name: string) => giveEvents(db, [{ name, userId: learner.userId, data }]);
  await give('playback.opened');
  return { fail: () => give('playback.failed'), complete: () => give('lesson.completed') };
}

const chrome = { browser: 'Chrome', system: 'Android', network: '4g' };
const firefox = { browser: 'Firefox', system: 'Windows', network: '' };

beforeAll(async () => {
  server = await startTestServer();
  db = server.instance.foundation.db;
  root = await server.superAdmin();
  const admin = await server.newUser('ADMIN');
  const permissions: Permission[] = ['analytics.read', 'users.read'];
  const adminScope = { level: 'district' as const, values: ['Pune'] };
  await root.call(endpoints.users.setPermissions, {
    params: { id: admin.userId },
    body: { permissions, adminScope },
  });
  ofPune = admin;
  const place = { country: 'India' };
  asha = await server.newUser('LEARNER', { ...place, district: 'Pune', kendraType: 'urban' });
  meena = await server.newUser('LEARNER', { ...place, district: 'Pune', kendraType: 'rural' });
  ravi = await server.newUser('LEARNER', { ...place, district: 'Nashik', kendraType: 'urban' });
  optics = await addVideo('Optics', 'physics', []);
  heat = await addVideo('Heat', 'physics', ['Nashik']);
  sound = await addVideo('Sound', 'music', ['Pune']);
  await sql`DELETE FROM event_readers WHERE name LIKE 'analytics.%'`.execute(db);
  await openPositions(db, new Date());

  // Asha sees all of it, and the part from 40 to 60 s twice.
  const whole = await play(asha, optics, chrome, [
    { event: 'play', startMs: 1000, startParts: [100, 0, 200, 300] },
    { seen: [0, 60], kbps: 800, frames: 1500, droppedFrames: 0 },
    { event: 'rebuffer', stallMs: 2000, seen: [40, 60] },
    { seen: [60, 100], kbps: 1800, frames: 1000, droppedFrames: 50 },
  ]);
  await whole.complete();
  // Meena leaves after 20 s, and opens it once more without waiting for a picture.
  await play(meena, optics, firefox, [{ event: 'play', startMs: 3000 }, { seen: [0, 20] }]);
  await play(meena, optics, firefox, []);
  // Ravi's playback fails before it begins; then he watches 50 s, and 10 s of the other video.
  const broken = await play(ravi, optics, chrome, []);
  await broken.fail();
  await play(ravi, optics, chrome, [
    { event: 'play', startMs: 5000, startParts: [900, 600, 1000, 2300] },
    { seen: [0, 50], frames: 2500, droppedFrames: 200 },
  ]);
  await play(ravi, heat, chrome, [{ event: 'play', startMs: 500 }, { seen: [0, 10] }]);
  await sql`INSERT INTO playback_positions (user_id, video_id, position_seconds, updated_at,
      completed_at)
    VALUES (${asha.userId}, ${optics}, 100, now(), now()), (${ravi.userId}, ${heat}, 10, now(), NULL)`.execute(
    db,
  );
  await rollUp();
});
afterAll(() => server.stop());

/** Adds up beside the running worker, which may have done so first. */
async function rollUp(): Promise<void> {
  await waitUntilSettled(db);
  await vi.waitFor(async () => {
    while (await rollUpOnce({ db, clock: systemClock, zone: 'Asia/Kolkata' }));
    const { rows } = await sql<{ opened: number }>`SELECT coalesce(sum(opened), 0)::int AS opened
      FROM playback_rollups
      WHERE grain = 'hour' AND dimension = 'all' AND district = '*'`.execute(db);
    expect(rows[0]?.opened).toBe(6);
  }, 20_000);
}

const near = (ms: number) => ({
  asymmetricMatch: (found: unknown) =>
    typeof found === 'number' && Math.abs(found - ms) <= ms * 0.026,
});
/** Of the two starts whose parts were told, and of three reports of pictures. */
const told = {
  startParts: { answer: 500, manifest: 300, licence: 600, segments: 1300, picture: 300 },
  droppedRatio: 250 / 5000,
};

describe('a video', () => {
  it.each(ranges)('equals what was watched, in %s', async (timeRange) => {
    const report = await root.call(calls.video, { params: { id: optics }, query: { timeRange } });
    expect(report).toMatchObject({
      timeRange,
      video: { id: optics, title: 'Optics', durationSeconds: 100 },
      watching: {
        starts: 3,
        viewers: 3,
        watchSeconds: 190,
        completed: 1,
        completionRatio: 1 / 3,
      },
      quality: {
        attempts: 5,
        starts: 3,
        startP50Ms: near(3000),
        startP95Ms: near(5000),
        rebufferRatio: 2 / 192,
        failures: 1,
        failureRatio: 1 / 5,
        exitsBeforeStart: 1,
        exitRatio: 1 / 5,
        meanKbps: (60 * 800 + 40 * 1800) / 100,
        ...told,
      },
    });
    const total = report.points.reduce((sum, { watchSeconds }) => sum + watchSeconds, 0);
    expect(total).toBe(190);
    expect(report.districts.map(({ name, watchSeconds }) => [name, watchSeconds])).toEqual([
      ['Pune', 140],
      ['Nashik', 50],
    ]);
    expect(report.kendraTypes.map(({ name, starts }) => [name, starts])).toEqual([
      ['urban', 2],
      ['rural', 1],
    ]);
    expect(Date.parse(report.countedUpTo ?? '')).toBeLessThanOrEqual(
      Date.parse(report.lastUpdated),
    );
  });

  it('shows where learners leave, and what they watch again', async () => {
    const { retention } = await root.call(calls.video, { params: { id: optics } });
    // Parts of 2 s: three watched up to 20 s, two up to 50 s, one to the end; 40 to 60 s once more.
    const views = [...Array(10).fill(3), ...Array(10).fill(2), ...Array(5).fill(3)];
    views.push(...Array(5).fill(2), ...Array(20).fill(1));
    expect(retention?.parts.map((part) => part.views)).toEqual(views);
    expect(retention?.starts).toBe(3);
    expect(retention?.replays).toEqual([{ part: 20, change: expect.closeTo(1 / 3) }]);
    expect(retention?.dropOffs.map(({ part }) => part).toSorted()).toEqual([10, 25, 30]);
  });

  it('has figures of the scope of the caller alone', async () => {
    const report = await ofPune.call(calls.video, { params: { id: optics } });
    expect(report).toMatchObject({
      watching: { starts: 2, viewers: 2, watchSeconds: 140, completed: 1 },
      quality: { attempts: 3, failures: 0, exitsBeforeStart: 1 },
    });
    expect(report.districts.map(({ name }) => name)).toEqual(['Pune']);
    expect(report.retention?.parts[22]?.views).toBe(2);
  });

  it('is not there for those who do not see it, nor where there is none', async () => {
    for (const [client, id] of [
      [ofPune, heat],
      [root, noId],
    ] as const) {
      const refusal = await catchRefusal(client.call(calls.video, { params: { id } }));
      expect(refusal.status).toBe(404);
    }
  });

  it('without any playback has figures of zero, and no shares', async () => {
    const report = await root.call(calls.video, { params: { id: sound } });
    expect(report).toMatchObject({
      watching: { starts: 0, viewers: 0, completionRatio: null },
      quality: { startP95Ms: null, rebufferRatio: null, failureRatio: null },
      retention: null,
      districts: [],
    });
  });
});

it('lists videos with the most watched first, within the scope, and exports the same', async () => {
  const all = await root.call(calls.videos, { query: { timeRange: '24h' } });
  const shown = all.items.map(({ title, watchSeconds, viewers }) => [title, watchSeconds, viewers]);
  expect([all.total, shown]).toEqual([
    3,
    [
      ['Optics', 190, 3],
      ['Heat', 10, 1],
      ['Sound', 0, 0],
    ],
  ]);
  const second = await root.call(calls.videos, { query: { page: 2, limit: 1 } });
  expect(second.items.map(({ title }) => title)).toEqual(['Heat']);
  const seen = await ofPune.call(calls.videos, {});
  expect(seen.items.map(({ title, watchSeconds }) => [title, watchSeconds])).toEqual([
    ['Optics', 140],
    ['Sound', 0],
  ]);
  const file = await ofPune.call(listExports.reportedVideos, { query: { format: 'json' } });
  const rows: { id: string }[] = JSON.parse(new TextDecoder().decode(file));
  expect(rows.map(({ id }) => id)).toEqual(seen.items.map(({ id }) => id));
});

it('sorts videos by each figure, those without it last, and finds them by title and category', async () => {
  const titles = async (query: NonNullable<CallInput<typeof calls.videos>['query']>) => {
    const { items } = await root.call(calls.videos, { query });
    return items.map(({ title }) => title);
  };
  for (const sortBy of reportedVideoSortKeys) {
    const rising =
      sortBy === 'title' || sortBy.endsWith('Ratio') ? 'Heat Optics Sound' : 'Sound Heat Optics';
    const falling = sortBy === 'title' ? 'Sound Optics Heat' : 'Optics Heat Sound';
    expect([sortBy, await titles({ sortBy })]).toEqual([sortBy, falling.split(' ')]);
    const order = { sortBy, sortOrder: 'asc' } as const;
    const pages = [1, 2, 3].map((page) => titles({ ...order, page, limit: 1 }));
    expect([sortBy, (await Promise.all(pages)).flat()]).toEqual([sortBy, rising.split(' ')]);
    const file = await root.call(listExports.reportedVideos, {
      query: { ...order, format: 'json' },
    });
    const rows: { title: string }[] = JSON.parse(new TextDecoder().decode(file));
    expect(rows.map(({ title }) => title)).toEqual(rising.split(' '));
  }
  expect(await titles({ search: 'PTI' })).toEqual(['Optics']);
  expect(await titles({ category: 'phys' })).toEqual(['Optics', 'Heat']);
  expect(await titles({ search: '%' })).toEqual([]);
});

describe('a learner', () => {
  it.each(ranges)('equals what was watched, in %s', async (timeRange) => {
    const report = await root.call(calls.learner, {
      params: { id: ravi.userId },
      query: { timeRange },
    });
    expect(report).toMatchObject({
      learner: { id: ravi.userId },
      videos: 2,
      opened: 3,
      watchSeconds: 60,
      completed: 0,
      activeDays: 1,
      devices: [{ system: 'Android', browser: 'Chrome', opened: 3, watchSeconds: 60 }],
      categories: [{ name: 'physics', videos: 2, begun: 1, completed: 0 }],
    });
    expect(report.days.reduce((sum, { watchSeconds }) => sum + watchSeconds, 0)).toBe(60);
  });

  it('has progress by category of what the learner sees', async () => {
    const { categories, completed } = await ofPune.call(calls.learner, {
      params: { id: asha.userId },
    });
    expect(categories).toEqual([
      { name: 'music', videos: 1, begun: 0, completed: 0 },
      { name: 'physics', videos: 1, begun: 1, completed: 1 },
    ]);
    expect(completed).toBe(1);
  });

  it('has days by video, which are exported as they are listed', async () => {
    const query = { learnerId: ravi.userId };
    const { items, total } = await root.call(calls.learnerDays, { query });
    expect(total).toBe(2);
    const shown = items.map(({ title, opened, watchSeconds }) => [title, opened, watchSeconds]);
    expect(shown.toSorted()).toEqual([
      ['Heat', 1, 10],
      ['Optics', 2, 50],
    ]);
    const file = await root.call(listExports.learnerDays, { query: { ...query, format: 'json' } });
    expect(JSON.parse(new TextDecoder().decode(file))).toEqual(items);
    const csv = await root.call(listExports.learnerDays, { query });
    expect(new TextDecoder().decode(csv)).toMatch(/^\uFEFF?day,videoId,title/);
  });

  it('of another district, an administrator and an unknown id are no learners here', async () => {
    for (const [client, id] of [
      [ofPune, ravi.userId],
      [root, ofPune.userId],
      [root, noId],
    ] as const) {
      const query = { learnerId: id };
      for (const call of [
        () => client.call(calls.learner, { params: { id } }),
        () => client.call(calls.learnerDays, { query }),
        () => client.call(listExports.learnerDays, { query }),
      ])
        expect((await catchRefusal(call())).status).toBe(404);
    }
  });
});

describe('the quality of experience', () => {
  it.each(ranges)('equals what players reported, in %s', async (timeRange) => {
    const report = await root.call(calls.quality, { query: { timeRange, by: 'browser' } });
    expect(report.all).toMatchObject({
      attempts: 6,
      starts: 4,
      startP50Ms: near(1000),
      startP95Ms: near(5000),
      rebufferRatio: 2 / 202,
      failureRatio: 1 / 6,
      exitRatio: 1 / 6,
      meanKbps: 1200,
      ...told,
    });
    expect(report.points.findLast(({ startParts }) => startParts)).toMatchObject(told);
    expect(report.points.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(6);
    // Too few to be ranked.
    expect(report.groups).toMatchObject([
      { name: 'Chrome', attempts: 4, timesWorse: null, ...told },
      { name: 'Firefox', attempts: 2, timesWorse: null, startParts: null, droppedRatio: null },
    ]);
  });

  it.each([
    ['system', ['Android', 'Windows']],
    ['network', ['4g', '']],
    ['district', ['Nashik', 'Pune']],
    ['kendra_type', ['rural', 'urban']],
  ] as const)('is told apart by %s', async (by, names) => {
    const { groups } = await root.call(calls.quality, { query: { timeRange: '1h', by } });
    expect(groups.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
    expect(groups.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(6);
  });

  it('is of the scope of the caller alone', async () => {
    const { all, groups } = await ofPune.call(calls.quality, { query: { by: 'district' } });
    expect(all).toMatchObject({ attempts: 3, starts: 2, failures: 0, startP95Ms: near(3000) });
    expect(all).toMatchObject({ startParts: { segments: 300, picture: 400 }, droppedRatio: 0.02 });
    expect(groups.map(({ name }) => name)).toEqual(['Pune']);
  });
});
