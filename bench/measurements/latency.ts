import { buildUrl, endpoints } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';
import { requestText } from '@prahari/virtual-learners';
import { startLoader } from '../load/loader.ts';
import type { Measurement } from '../measurement.ts';
import { readOwnCpuSeconds, readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { openPlayback } from '../rig/playback.ts';
import type { Site } from '../rig/site.ts';
import type { Row } from '../row.ts';
import { median } from '../statistics.ts';

const perSecond = 200;
const secondsPerRound = 4;
const requestsPerRound = perSecond * secondsPerRound;
const rounds = 3;
/** One learner opens one lesson after the other: a few would wait for themselves. */
const learners = 40;
/** More than answers are under way at once, so that none waits for a connection. */
const connections = 32;
const preparedAtOnce = 8;
const password = 'mango tree by the old well';
const { videos, drm, auth } = endpoints;

/** The calls that a learner waits for before the first picture, at a steady rate. */
export const latency: Measurement = {
  name: 'latency',
  async run(rig) {
    const site = await rig.site();
    const videoId = await site.lessonId();
    const people: ApiClient[] = [];
    for (let at = 0; at < learners; at += 1) {
      const { client } = await site.newLearner();
      await client.call(auth.validatePassword, { body: { password } });
      people.push(client);
    }
    const params = { id: videoId };
    const of = (at: number) => people[at % people.length] ?? site.learner;

    const stream = await measured(site, 'opening a playback, p99 at 200/s', 30, async (at) => {
      const { userToken } = await of(at).call(drm.generateToken, { body: { videoId } });
      return post(of(at), buildUrl(site.origin, videos.stream, { params }), { userToken });
    });
    const sessions: string[] = [];
    for (const learner of people) {
      sessions.push((await openPlayback({ ...site, learner }, videoId)).id);
    }
    const manifest =
      (endpoint: typeof videos.manifestDash | typeof videos.manifestHls) => async (at: number) => {
        const query = { playbackSession: sessions[at % people.length] };
        return get(of(at), buildUrl(site.origin, endpoint, { params, query }));
      };
    return [
      stream,
      await measured(site, 'DASH manifest, p99 at 200/s', 10, manifest(videos.manifestDash)),
      await measured(site, 'HLS playlist, p99 at 200/s', 10, manifest(videos.manifestHls)),
    ];
  },
};

async function get(client: ApiClient, url: string): Promise<string> {
  return requestText('GET', new URL(url), await client.headersFor('GET', url));
}

async function post(client: ApiClient, url: string, body: object): Promise<string> {
  const headers = await client.headersFor('POST', url);
  return requestText('POST', new URL(url), headers, JSON.stringify(body));
}

/** @param prepare makes one request as it goes over the wire */
async function measured(
  site: Site,
  name: string,
  limitMs: number,
  prepare: (at: number) => Promise<string>,
): Promise<Row> {
  const loader = await startLoader();
  const p99s: number[] = [];
  const cpuMs = { own: [] as number[], withDatabase: [] as number[] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const requests: string[] = [];
      for (let at = 0; at < requestsPerRound; at += preparedAtOnce) {
        const some = Array.from({ length: preparedAtOnce }, (_, one) => prepare(at + one));
        requests.push(...(await Promise.all(some)));
      }
      const { port, pid } = site;
      const cpuBefore = [readOwnCpuSeconds(pid), readTreeCpuSeconds(pid)];
      const { p99Ms } = await loader.run({ port, connections, requests, repeat: 1, perSecond });
      // The first round warms up caches and compiler.
      if (round === 0) continue;
      p99s.push(p99Ms);
      const [own = 0, all = 0] = cpuBefore;
      cpuMs.own.push(((readOwnCpuSeconds(pid) - own) * 1000) / requestsPerRound);
      cpuMs.withDatabase.push(((readTreeCpuSeconds(pid) - all) * 1000) / requestsPerRound);
    }
  } finally {
    await loader.stop();
  }
  return {
    name,
    unit: 'ms',
    ours: median(p99s),
    against: { what: 'limit', value: limitMs },
    goal: { atMost: 1 },
    details: { p99s, perSecond, cpuMsPerRequest: cpuMs },
  };
}
