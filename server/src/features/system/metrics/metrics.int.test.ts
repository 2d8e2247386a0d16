import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { basePath, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startWatching } from '../../../testing/play-video.ts';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function scrape(): Promise<string[]> {
  const answer = await fetch(`${server.origin}/metrics`);
  expect(answer.status).toBe(200);
  return (await answer.text()).split('\n');
}

/** The value of a series as it is written; undefined when there is none. */
const readSeries = async (series: string) =>
  (await scrape())
    .find((line) => line.startsWith(`${series} `))
    ?.split(' ')
    .at(-1);

/** Longer than a value that took a query is kept. */
const soon = { timeout: 20_000, interval: 500 };

describe('/metrics reports', () => {
  it('the free bytes of the disk of DATA_DIR', async () => {
    const [free, size] = [
      Number(await readSeries('prahari_data_dir_free_bytes')),
      Number(await readSeries('prahari_data_dir_size_bytes')),
    ];
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(free);
  });

  it('why sign-ins failed', async () => {
    const series = (reason: string) => `prahari_sign_in_failures_total{reason="${reason}"}`;
    expect(await readSeries(series('invalid_credentials'))).toBe('0');
    const user = await server.newUser();
    const stranger = await server.newClient();
    const refused = [
      await catchRefusal(stranger.signIn(user.contactNumber, 'not the password at all')),
      await catchRefusal(stranger.signIn('9811100000', testPassword)),
      await catchRefusal(stranger.signIn(user.contactNumber, testPassword)),
    ];
    expect(refused.map(({ reason }) => reason)).toEqual([
      'invalid_credentials',
      'invalid_credentials',
      'device_not_bound',
    ]);
    expect(await readSeries(series('invalid_credentials'))).toBe('2');
    expect(await readSeries(series('device_not_bound'))).toBe('1');
  });

  it('running playbacks, requests and waiting jobs', async () => {
    expect(await readSeries('prahari_playbacks_live')).toBe('0');
    expect(await readSeries('prahari_uploads_receiving')).toBe('0');
    const { learner, videoId, playbackSessionId } = await startWatching(server);
    await learner.call(endpoints.videos.analytics, {
      params: { id: videoId },
      body: {
        playbackSession: playbackSessionId,
        id: '0199f3c0-0000-7000-8000-000000000001',
        event: 'play',
        position: 0,
        duration: 60,
        timestamp: new Date().toISOString(),
      },
    });
    const tus = createTusClient(server.origin, await server.superAdmin());
    await tus.begin({ lengthBytes: 1000 });
    const { db } = server.instance.foundation;
    const kind = 'remove-past';
    await sql`INSERT INTO pgboss.job (name, data) SELECT name, '{}' FROM pgboss.queue
      WHERE name = ${kind}`.execute(db);
    await expect.poll(() => readSeries('prahari_playbacks_live'), soon).toBe('1');
    await expect.poll(() => readSeries('prahari_uploads_unfinished'), soon).toBe('1');
    await expect
      .poll(() => readSeries(`prahari_jobs{kind="${kind}",state="ready"}`), soon)
      .toBe('1');
  });
});

/** Paths of all routes, methods that exist, and others that never will. */
async function fuzz(round: number): Promise<void> {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PROPFIND', 'PURGE'];
  const paths = [...server.routes].map((route) => route.replace(/:\w+|\*/g, `x${round}`));
  const strange = [...Array(50).keys()].map((i) => `${basePath}/strange-${round}-${i}`);
  for (const path of [...paths, ...strange]) {
    await Promise.all(
      methods.map(async (method) => {
        const answer = await fetch(`${server.origin}${path}`, { method });
        await answer.arrayBuffer();
      }),
    );
  }
}

it('/metrics holds few lines, and no more after the next thousand calls', {
  timeout: 120_000,
}, async () => {
  await fuzz(1);
  const after = await scrape();
  await fuzz(2);
  const lines = await scrape();
  expect(lines.length - after.length).toBeLessThan(50);
  expect(lines.length).toBeLessThan(8000);
  const labels = (name: string) =>
    new Set(lines.flatMap((line) => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1] ?? []));
  const known = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'other'];
  expect(known).toEqual(expect.arrayContaining([...labels('method')]));
  expect(labels('method')).toContain('other');
  for (const status of labels('status')) expect(status).toMatch(/^[2-5]xx$/);
});

it('docs/metrics.md names each of ours, and no other', async () => {
  const docs = path.join(import.meta.dirname, '../../../../../docs/metrics.md');
  const named = new Set((await readFile(docs, 'utf8')).match(/prahari_[a-z_]+/g));
  const shown = (await scrape()).flatMap((line) => /^# TYPE (prahari_\w+)/.exec(line)?.[1] ?? []);
  expect([...named].sort()).toEqual(shown.sort());
});

describe('while the database is slow or away', () => {
  it('/metrics leaves out what it can’t know, and answers without waiting for it', async () => {
    const { db } = server.instance.foundation;
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const lock = db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE playback_sessions IN ACCESS EXCLUSIVE MODE`.execute(trx);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    try {
      // Values read before the lock are kept for a while.
      await expect.poll(() => readSeries('prahari_playbacks_live'), soon).toBeUndefined();
      const before = performance.now();
      const lines = await scrape();
      expect(performance.now() - before).toBeLessThan(20_000);
      expect(lines.some((line) => line.startsWith('prahari_data_dir_free_bytes '))).toBe(true);
    } finally {
      release.resolve();
      await lock;
    }
    await expect.poll(() => readSeries('prahari_playbacks_live'), soon).toMatch(/^\d+$/);
  });
});
