import { openAsBlob } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endpoints, type RunnerPart } from '@prahari/contract';
import { type Crew, makeSharedPart, type Part, probe } from '@prahari/media';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunnerApi } from '../../../runner/runner-api.ts';
import { type Lecture, openRunnerSite, type RunnerSite } from './runners.fixture.ts';

const { runners } = endpoints;
const { signal } = new AbortController();

let site: RunnerSite;
beforeAll(async () => {
  site = await openRunnerSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function make(lecture: Lecture, part: Part): Promise<string> {
  const outDir = path.join(site.scratch, `made-${lecture.jobId}-${part.name}`);
  await mkdir(outDir);
  const request = { ...lecture.request, outDir, copyDir: site.scratch };
  await makeSharedPart(request, part, new Map());
  return outDir;
}

/** Returns these files as those of a part. */
async function giveFiles(api: RunnerApi, taken: RunnerPart, files: Record<string, string>) {
  const { id, fence } = taken;
  for (const [name, file] of Object.entries(files)) {
    await api.sendFile(taken, { name, bytes: await openAsBlob(file) }, signal);
  }
  await api.call(runners.give, { params: { id }, body: { fence } });
}

/** The worker of the video, which looks at what others did once `work` is done. */
function afterwards({ crew }: Lecture, work: () => Promise<void>): Crew {
  return {
    ...crew,
    async finish(hands) {
      await work();
      await crew.finish(hands);
    },
  };
}

it('uses nothing of a runner that lies, and suspends it', async () => {
  const lecture = await site.begin(124);
  const { id, api } = await site.register('Liar');
  const [first] = lecture.parts;
  if (!first) throw new Error('the lecture has too few parts');
  const madeFirst = await make(lecture, first);
  const garbage = path.join(site.scratch, 'garbage');
  await writeFile(garbage, 'no video at all');
  const good = (dir: string) => ({
    'v180.mp4': path.join(dir, 'v180.mp4'),
    'v144.mp4': path.join(dir, 'v144.mp4'),
  });
  const lies: Record<string, string>[] = [
    { ...good(madeFirst), 'v144.mp4': garbage },
    // Another resolution than it says.
    { ...good(madeFirst), 'v180.mp4': path.join(madeFirst, 'v144.mp4') },
    // Of another place of the same video.
    good(madeFirst),
  ];
  const given: string[] = [];
  const own = afterwards(lecture, async () => {
    for (const lie of lies) {
      const taken = await site.takeSoon(api);
      // The third lie must not be the truth.
      expect(taken.part.name).not.toBe(first.name);
      given.push(taken.part.name);
      await giveFiles(api, taken, lie);
    }
  });
  await lecture.transcode(own);
  const made = path.join(lecture.request.outDir, 'v180.mp4');
  const whole = await probe(made, { tools: site.tools });
  expect(whole.durationSeconds).toBeCloseTo(124, 0);
  expect(given).toHaveLength(lies.length);
  expect(await site.describe(id)).toMatchObject({
    state: 'suspended',
    partsMade: 0,
    resultsRefused: 3,
  });
  expect(await site.eventsOf('runner.result-refused')).toHaveLength(3);
  expect(await site.eventsOf('runner.suspended')).toHaveLength(1);
  expect(await site.entriesOf('runner.suspend')).toMatchObject([
    { actor_id: null, subject_id: id, subject_name: 'Liar' },
  ]);
  const again = api.call(runners.take, { body: site.plain });
  await expect(again).rejects.toMatchObject({ status: 403, reason: 'runner_suspended' });
}, 240_000);

it('uses the parts of an honest runner', async () => {
  const lecture = await site.begin(124);
  const { id, api } = await site.register('Honest');
  const own = afterwards(lecture, async () => {
    const taken = await site.takeSoon(api);
    const part = lecture.parts.find(({ name }) => name === taken.part.name);
    if (!part) throw new Error('it was not offered');
    const dir = await make(lecture, part);
    await giveFiles(api, taken, {
      'v180.mp4': path.join(dir, 'v180.mp4'),
      'v144.mp4': path.join(dir, 'v144.mp4'),
    });
  });
  await lecture.transcode(own);
  expect(await site.describe(id)).toMatchObject({
    state: 'active',
    partsMade: 1,
    resultsRefused: 0,
  });
}, 240_000);
