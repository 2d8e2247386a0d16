import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findMediaTools } from '../../../testing/media-tools.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { uploadVideo } from '../../../testing/upload-video.ts';
import { makeVideoClip } from '../../../testing/video-clip.ts';

let server: TestServer;
let folder: string;
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns when each of the given number of waiting videos was first and last worked on. */
async function spansOf(videos: number, atOnce: number) {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-concurrency-'));
  const content = (await makeVideoClip(await findMediaTools(), folder)).bytes;
  const environment = { PROCESSING_CONCURRENCY: String(atOnce) };
  server = await startTestServer({ worker: true, environment });
  const admin = await server.superAdmin();
  for (let n = 0; n < videos; n += 1) {
    await uploadVideo(server.origin, admin, { title: `Video ${n}`, content });
  }
  const { db } = server.instance.foundation;
  const states = () => db.selectFrom('upload_jobs').select('state').execute();
  await expect
    .poll(async () => (await states()).every(({ state }) => state === 'completed'), {
      timeout: 60_000,
      interval: 200,
    })
    .toBe(true);
  const { min, max } = db.fn;
  const rows = await db
    .selectFrom('processing_steps')
    .select([min('started_at').as('from'), max('finished_at').as('to')])
    .groupBy('job_id')
    .execute();
  expect(rows).toHaveLength(videos);
  return rows.map(({ from, to }) => ({ from: Number(from), to: Number(to) }));
}

/** Counts those under way at the busiest moment, which is the start of one of them. */
function mostAtOnce(spans: readonly { from: number; to: number }[]): number {
  const underWay = spans.map(
    ({ from }) => spans.filter((other) => other.from <= from && from < other.to).length,
  );
  return Math.max(...underWay);
}

it.each([
  [1, 2],
  [2, 3],
])(
  'a worker makes %i ready at a time, as configured, of %i that wait',
  async (atOnce, videos) => {
    expect(mostAtOnce(await spansOf(videos, atOnce))).toBe(atOnce);
  },
  90_000,
);
