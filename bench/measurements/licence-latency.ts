import { buildUrl, endpoints } from '@prahari/contract';
import { requestText } from '@prahari/virtual-learners';
import { startLoader } from '../load/loader.ts';
import type { Measurement } from '../measurement.ts';
import { prepareRequests } from '../rig/api-client.ts';
import { startPeer } from '../rig/peer.ts';
import { openPlayback, type Playback } from '../rig/playback.ts';
import type { Site } from '../rig/site.ts';
import type { Row } from '../row.ts';
import { median } from '../statistics.ts';

const secondsPerRound = 4;
const rounds = 3;
/** More than answers are under way at once, so that none waits for a connection. */
const connections = 48;
/** The delay of the simulated service itself. */
const serviceMs = 20;
const { drm, drmAdmin } = endpoints;

/** Licences at a steady rate: our own, and what we add to those of a commercial service. */
export const licenceLatency: Measurement = {
  name: 'licence-latency',
  async run(rig) {
    const site = await rig.site();
    const videoId = await site.lessonId();
    await site.signInAgain();
    const playback = await openPlayback(site, videoId);
    const clearKey = await steadily(site, 500, () => clearKeyRequests(site, playback));
    const service = await startPeer('licence-service', { DELAY_MS: String(serviceMs) });
    const params = { system: 'widevine' } as const;
    try {
      await site.admin.signIn(site.adminAccount.contactNumber, site.adminAccount.password);
      const licenceUrl = `http://127.0.0.1:${service.port}/licence`;
      const settings = { driver: 'headers' as const, licenceUrl, headers: [] };
      const body = { version: 0, enabled: true, settings, fairPlay: null, secrets: {} };
      await site.admin.call(drmAdmin.setProvider, { params, body });
      const alone = await steadily(service, 200, async () => serviceRequests(licenceUrl));
      const proxied = await steadily(site, 200, () => widevineRequests(site, playback));
      return [
        rowOf('Clear Key licence, p99.9 at 500/s', 50, clearKey.p999Ms, clearKey),
        rowOf('Widevine proxy overhead, p99 at 200/s', 10, proxied.p99Ms - alone.p99Ms, {
          ...proxied,
          alone,
        }),
      ];
    } finally {
      // Clear Key is all there is without it, and others measure that.
      await site.admin.call(drmAdmin.removeProvider, { params });
      await service.stop();
    }
  },
};

function clearKeyRequests({ learner, origin }: Site, { id, keyIds }: Playback) {
  const body = { kids: [...keyIds], type: 'temporary' as const };
  const input = { query: { playbackSession: id }, body };
  const call = { endpoint: drm.clearKeyLicense, input };
  return prepareRequests(learner, origin, call, 500 * secondsPerRound);
}

/** A licence request of a CDM that names no keys; none of its bytes is more than seven bits. */
const challenge = String.fromCharCode(8, 1, 0x12, 6, 0x12, 4, 0x0a, 2, 0x0a, 0);

async function widevineRequests({ learner, origin }: Site, { id }: Playback): Promise<string[]> {
  await learner.call(endpoints.auth.validate, {});
  const body = new Uint8Array();
  const query = { playbackSession: id };
  const url = new URL(buildUrl(origin, drm.widevineLicense, { query, body }));
  const requests: string[] = [];
  for (let at = 0; at < 200 * secondsPerRound; at += 1) {
    const headers = await learner.headersFor('POST', url.href);
    requests.push(asBytes(requestText('POST', url, headers, challenge)));
  }
  return requests;
}

type Taken = {
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly rounds: readonly object[];
};

const asBytes = (request: string) =>
  request.replace('application/json', 'application/octet-stream');

/** The same challenge at the same rate without us between: the service's own time on this machine. */
function serviceRequests(licenceUrl: string): string[] {
  const request = asBytes(requestText('POST', new URL(licenceUrl), {}, challenge));
  return Array.from({ length: 200 * secondsPerRound }, () => request);
}

/** Medians over rounds; the first one warms up caches and compiler. */
async function steadily(
  { port }: { readonly port: number },
  perSecond: number,
  prepare: () => Promise<string[]>,
): Promise<Taken> {
  const loader = await startLoader();
  const taken: { p99Ms: number; p999Ms: number }[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const requests = await prepare();
      const { p99Ms, p999Ms } = await loader.run({
        port,
        connections,
        requests,
        repeat: 1,
        perSecond,
      });
      if (round > 0) taken.push({ p99Ms, p999Ms });
    }
  } finally {
    await loader.stop();
  }
  const of = (name: 'p99Ms' | 'p999Ms') => median(taken.map((one) => one[name]));
  return { p99Ms: of('p99Ms'), p999Ms: of('p999Ms'), rounds: taken };
}

function rowOf(name: string, limitMs: number, ours: number, details: object): Row {
  const against = { what: 'limit', value: limitMs };
  return { name, unit: 'ms', ours, against, goal: { atMost: 1 }, details: { ...details } };
}
