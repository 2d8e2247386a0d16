import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { ApiError, endpoints, type RunnerPart } from '@prahari/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { lapseLeases } from '../../../platform/testing/lapse-leases.ts';
import { createRunnerApi, type RunnerApi } from '../../../runner/runner-api.ts';
import { setConfig } from '../../../testing/set-config.ts';
import { type Lecture, openRunnerSite, type RunnerSite } from './runners.fixture.ts';

const { runners } = endpoints;
const { signal } = new AbortController();

let site: RunnerSite;
let lecture: Lecture;
beforeAll(async () => {
  site = await openRunnerSite();
  lecture = await site.begin(100);
}, 120_000);
afterAll(() => site[Symbol.asyncDispose]());
afterEach(async () => {
  await setConfig(site.server, { security: { remoteRunners: true } });
  await site.db.deleteFrom('encoding_parts').execute();
});

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, reason: error.reason };
    },
  );
const lost = { status: 409, reason: 'part_lost' };
const unknown = { status: 401, reason: 'runner_unknown' };
const bytesOf = (size: number) => new Blob([new Uint8Array(size).fill(7)]);
const send = (api: RunnerApi, held: RunnerPart, name: string, bytes: Blob) =>
  api.sendFile(held, { name, bytes }, signal);
const storedOf = async ({ id }: RunnerPart) =>
  (await readdir(site.folders.partDir)).filter((name) => name.includes(id));

/** Every call about a part, as one that is refused. */
async function refusalsOf(api: RunnerApi, { id, fence }: { id: string; fence: number }) {
  const params = { id };
  return Promise.all(
    [
      api.readSource({ id, fence }, { start: 0, end: 1 }, signal),
      api.call(runners.progress, { params, body: { fence, fraction: 0 } }),
      api.sendFile({ id, fence }, { name: 'v180.mp4', bytes: bytesOf(9) }, signal),
      api.call(runners.give, { params, body: { fence } }),
      api.call(runners.giveBack, { params, body: { fence, why: 'stopped' } }),
    ].map(refusalOf),
  );
}
const five = <Item>(item: Item) => Array.from({ length: 5 }, () => item);

it('hands out a part with all that is needed, and nothing that names the video', async () => {
  await lecture.offer();
  const { api, id } = await site.register();
  const part = await site.takeSoon(api);
  expect(part.part).toEqual(lecture.parts.at(-1));
  expect(part.files.map(({ name }) => name)).toEqual(['v180.mp4', 'v144.mp4']);
  expect(JSON.stringify(part)).not.toContain('Light');
  expect(await site.describe(id)).toMatchObject({ part: { videoTitle: 'Light', progress: 0 } });
  // The source, range by range.
  const { sizeBytes } = part.facts;
  const half = Math.floor(sizeBytes / 2);
  const ranges = [
    { start: 0, end: half - 1 },
    { start: half, end: sizeBytes + 9 },
  ];
  const read: Uint8Array[] = [];
  for (const range of ranges) read.push(await api.readSource(part, range, signal));
  const source = await readFile(lecture.request.inputPath);
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  expect(digest(Buffer.concat(read))).toBe(digest(source));
  const behind = { start: sizeBytes, end: sizeBytes + 1 };
  expect(await refusalOf(api.readSource(part, behind, signal))).toMatchObject({ status: 416 });
});

it('accepts a token once, and none that has expired', async () => {
  const { token } = await site.invite();
  const asInvited = createRunnerApi(site.server.origin, token);
  const answers = await Promise.all(
    five(0).map(() => refusalOf(asInvited.call(runners.register, {}))),
  );
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(answers.filter((answer) => answer !== 'done')).toEqual([
    unknown,
    unknown,
    unknown,
    unknown,
  ]);

  const late = await site.invite();
  await site.db
    .updateTable('runners')
    .set({ token_expires_at: new Date() })
    .where('id', '=', late.id)
    .execute();
  const asLate = createRunnerApi(site.server.origin, late.token);
  expect(await refusalOf(asLate.call(runners.register, {}))).toEqual(unknown);
  expect(await site.describe(late.id)).toMatchObject({ state: 'expired', tokenExpiresAt: null });
});

it('keeps neither token nor secret', async () => {
  const { token } = await site.invite();
  const { secret } = await site.register();
  const rows = await site.db.selectFrom('runners').selectAll().execute();
  const kept = JSON.stringify(rows) + site.server.logLines.join('\n');
  for (const each of [token, secret]) {
    expect(kept).not.toContain(each);
    expect(kept).not.toContain(each.slice(-20));
  }
});

it('answers a wrong secret, a token and a session alike', async () => {
  await lecture.offer();
  const { secret } = await site.register();
  const { token } = await site.invite();
  for (const wrong of [
    `${secret}x`,
    secret.slice(0, -1),
    token,
    'x',
    `${site.admin.accessToken}`,
  ]) {
    const api = createRunnerApi(site.server.origin, wrong);
    expect(await refusalOf(api.call(runners.take, { body: site.plain }))).toEqual(unknown);
  }
  const asSecret = createRunnerApi(site.server.origin, secret);
  expect(await refusalOf(asSecret.call(runners.register, {}))).toEqual(unknown);
});

it('lets a runner hold one part, and do nothing about that of another', async () => {
  await lecture.offer();
  const one = await site.register('One');
  const two = await site.register('Two');
  const ofOne = await site.takeSoon(one.api);
  const ofTwo = await site.takeSoon(two.api);
  expect(ofTwo.id).not.toBe(ofOne.id);
  expect(await refusalsOf(two.api, ofOne)).toEqual(five(lost));
  expect(await refusalsOf(two.api, { id: ofTwo.id, fence: ofTwo.fence + 1 })).toEqual(five(lost));
  // As one that was killed and started again: what it held is free at once.
  const next = await site.takeSoon(one.api);
  expect({ ...next, fence: 0 }).toEqual({ ...ofOne, fence: 0 });
  expect(await refusalsOf(one.api, ofOne)).toEqual(five(lost));
  const held = await site.db.selectFrom('runner_parts').select('part_id').execute();
  expect(held).toHaveLength(2);
});

it('takes a part over from a silent runner, which then can write nothing', async () => {
  await lecture.offer(lecture.parts.slice(-1));
  const paused = await site.register('Paused');
  const part = await site.takeSoon(paused.api);
  await send(paused.api, part, 'v180.mp4', bytesOf(100));
  await lapseLeases(site.db, 'encoding_parts');
  const other = await site.register('Other');
  const again = await site.takeSoon(other.api);
  expect(again).toMatchObject({ id: part.id, fence: part.fence + 1 });
  expect(await refusalsOf(paused.api, part)).toEqual(five(lost));
  // The files that it sent before do not count.
  const body = { fence: again.fence };
  const give = other.api.call(runners.give, { params: { id: again.id }, body });
  expect(await refusalOf(give)).toEqual({ status: 400, reason: 'part_incomplete' });
});

it('accepts no file that was not requested, and none that is too large', async () => {
  await lecture.offer(lecture.parts.slice(-1));
  const { api } = await site.register();
  const part = await site.takeSoon(api);
  const [best] = part.files;
  if (!best) throw new Error('no file is wanted');
  const refused = await refusalOf(send(api, part, best.name, bytesOf(best.maxBytes + 1)));
  expect(refused).toEqual({ status: 413, reason: 'upload_too_large' });
  expect(await refusalOf(send(api, part, 'v999.mp4', bytesOf(9)))).toMatchObject({ status: 404 });
  expect(await refusalOf(send(api, part, best.name, bytesOf(0)))).toMatchObject({ status: 404 });
  for (const name of [
    '../v180.mp4',
    '..%2fv180.mp4',
    'V180.MP4',
    'v180.mp4/x',
    'damaged',
    '.mp4',
  ]) {
    expect(await refusalOf(send(api, part, name, bytesOf(9))), name).toMatchObject({
      status: expect.toBeOneOf([400, 404]),
    });
  }
  expect(await storedOf(part)).toEqual([]);
  await send(api, part, best.name, bytesOf(best.maxBytes));
  expect(await storedOf(part)).toEqual([`${lecture.jobId}.${part.id}.${part.fence}.${best.name}`]);
});

it('revokes at once: held parts end, and returned parts do not count', async () => {
  await lecture.offer();
  const { id, api } = await site.register();
  const given = await site.takeSoon(api);
  for (const { name } of given.files) await send(api, given, name, bytesOf(9));
  const params = { id: given.id };
  await api.call(runners.give, { params, body: { fence: given.fence } });
  const held = await site.takeSoon(api);
  await send(api, held, 'v180.mp4', bytesOf(9));
  const revoked = await site.admin.call(runners.revoke, { params: { id } });
  expect(revoked).toMatchObject({ state: 'revoked', part: null });
  expect(await refusalsOf(api, held)).toEqual(five(unknown));
  const rows = await site.db.selectFrom('encoding_parts').selectAll().execute();
  expect(rows.map(({ state, files, leased_until }) => ({ state, files, leased_until }))).toEqual(
    rows.map(() => ({ state: 'waiting', files: null, leased_until: null })),
  );
  expect(await site.eventsOf('runner.revoked')).toHaveLength(1);
  expect(await site.entriesOf('runner.revoke')).toMatchObject([{ subject_name: 'Library' }]);
});

it('has nothing for runners while the configuration allows none', async () => {
  await lecture.offer();
  const { api } = await site.register();
  const part = await site.takeSoon(api);
  await setConfig(site.server, {});
  const notAllowed = { status: 403, reason: 'runners_not_allowed' };
  expect(await refusalOf(api.call(runners.take, { body: site.plain }))).toEqual(notAllowed);
  const [source, progress, file, give, giveBack] = await refusalsOf(api, part);
  expect([source, progress, file, give]).toEqual([notAllowed, notAllowed, notAllowed, notAllowed]);
  expect(giveBack).toBe('done');
});

it('takes a part away that is held for an hour, and marks its runner', async () => {
  await lecture.offer(lecture.parts.slice(-1));
  const { id, api } = await site.register();
  const part = await site.takeSoon(api);
  await send(api, part, 'v180.mp4', bytesOf(9));
  const hourAgo = new Date(Date.now() - 3_700_000);
  await site.db.updateTable('runner_parts').set({ taken_at: hourAgo }).execute();
  const body = { fence: part.fence, fraction: 0.1 };
  const beat = api.call(runners.progress, { params: { id: part.id }, body });
  expect(await refusalOf(beat)).toEqual(lost);
  expect(await storedOf(part)).toEqual([]);
  expect(await site.describe(id)).toMatchObject({ part: null, resultsRefused: 1 });
  const [row] = await site.db.selectFrom('encoding_parts').selectAll().execute();
  expect(row).toMatchObject({ state: 'waiting', leased_until: null, attempts: 1 });
});

it('soon removes the files of parts that are given back', async () => {
  await lecture.offer(lecture.parts.slice(-1));
  const { api } = await site.register();
  const part = await site.takeSoon(api);
  await send(api, part, 'v180.mp4', bytesOf(9));
  const body = { fence: part.fence, why: 'stopped' } as const;
  await api.call(runners.giveBack, { params: { id: part.id }, body });
  expect(await storedOf(part)).toEqual([]);
  const [row] = await site.db.selectFrom('encoding_parts').selectAll().execute();
  expect(row).toMatchObject({ state: 'waiting', leased_until: null, attempts: 0 });
});

it('bounds the guesses of a network, and lets its runners go on', async () => {
  const { api } = await site.register();
  const guess = createRunnerApi(site.server.origin, `prahari-runner-${'a'.repeat(43)}`);
  const answers: unknown[] = [];
  for (let at = 0; at < 40; at += 1) {
    answers.push(await refusalOf(guess.call(runners.take, { body: site.plain })));
  }
  expect(answers.at(-1)).toMatchObject({ status: 429 });
  expect(await api.call(runners.take, { body: site.plain })).toEqual({ part: null });
});

it('gives sound and parts of another encoder to none', async () => {
  const { api } = await site.register();
  await lecture.offer(lecture.parts.slice(-1));
  const hardware = { canMapTones: true, encoder: { name: 'vaapi', device: '/dev/x' } } as const;
  // libx264 stands behind every encoder, so such a runner helps with that.
  expect((await api.call(runners.take, { body: hardware })).part?.encoder.name).toBe('libx264');
  await site.db.updateTable('encoding_parts').set({ name: 'sound-0000' }).execute();
  expect((await api.call(runners.take, { body: site.plain })).part).toBeNull();
});
