import { randomBytes } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { drm, videos } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function newPlayback() {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const { videoId } = await addReadyVideo(server, { files: { 'v180/1.m4s': randomBytes(3000) } });
  return { learner, videoId, ...(await play(learner, videoId)) };
}

async function play(learner: TestClient, id: string) {
  const { userToken } = await learner.call(drm.generateToken, { body: { videoId: id } });
  const stream = await learner.call(videos.stream, { params: { id }, body: { userToken } });
  const base = /<BaseURL>([^<]+)/.exec(stream.manifest.text)?.[1] ?? '';
  const cookie = [...learner.cookies].map((pair) => pair.join('=')).join('; ');
  const get = async (more: { headers?: Record<string, string>; query?: string } = {}) => {
    const url = `${server.origin}${base}v180/1.m4s${more.query ?? ''}`;
    const answer = await fetch(url, { headers: { cookie, ...more.headers } });
    await answer.arrayBuffer();
    return answer.status;
  };
  return { id: stream.playbackSessionId, get };
}

async function kept(playbackSessionId: string) {
  await server.instance.composition.playback.cmcdMetrics.flush();
  return server.instance.foundation.db
    .selectFrom('playback_supply')
    .selectAll()
    .where('playback_session_id', '=', playbackSessionId)
    .executeTakeFirst();
}

describe('the metrics in requests of players', () => {
  it('are summed for the playback, from headers and query, and requests without any are counted', async () => {
    const { id, get } = await newPlayback();
    const headers = { 'cmcd-object': 'br=300,ot=v', 'cmcd-session': `sid="${id}"` };
    expect(await get({ headers })).toBe(200);
    const argument = encodeURIComponent(`bl=1500,br=500,bs,mtp=900,sid="${id}"`);
    expect(await get({ query: `?CMCD=${argument}` })).toBe(200);
    expect(await kept(id)).toMatchObject({
      requests: '2',
      reports: '2',
      foreign_reports: '0',
      starved: '1',
      urgent: '0',
      bitrate_sum_kbps: '800',
      bitrates: '2',
      throughput_sum_kbps: '900',
      throughputs: '1',
      least_buffer_ms: 1500,
    });
    expect(await get()).toBe(200);
    expect(await kept(id)).toMatchObject({ requests: '3', reports: '2', least_buffer_ms: 1500 });
  });

  it('never decide which playback they belong to', async () => {
    const [own, other] = [await newPlayback(), await newPlayback()];
    expect(await own.get({ headers: { 'cmcd-session': `sid="${other.id}"` } })).toBe(200);
    expect(await kept(own.id)).toMatchObject({ reports: '1', foreign_reports: '1' });
    expect(await kept(other.id)).toBeUndefined();
  });

  it('change nothing for a segment, in any form', async () => {
    const { id, get } = await newPlayback();
    const odd = ['?CMCD=%00', '?CMCD=a&CMCD=b', `?CMCD=${'x'.repeat(4000)}`, '?CMCD[]=1', '?CMCD'];
    for (const query of odd) expect(await get({ query })).toBe(200);
    expect(await get({ headers: { 'cmcd-object': 'br=\\"' } })).toBe(200);
    expect(await kept(id)).toMatchObject({ requests: String(odd.length + 1), bitrates: '0' });
  });

  it('cost no query for each segment: many requests are one statement', async () => {
    const { id, get } = await newPlayback();
    const before = await kept(id);
    await Promise.all(Array.from({ length: 40 }, () => get()));
    expect(before).toBeUndefined();
    const { db } = server.instance.foundation;
    const early = await db
      .selectFrom('playback_supply')
      .select('requests')
      .where('playback_session_id', '=', id)
      .execute();
    expect(early).toEqual([]);
    expect(await kept(id)).toMatchObject({ requests: '40' });
  });
});
