import { endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import { compareUnderLoad } from '../load/compare.ts';
import type { Measurement } from '../measurement.ts';
import { prepareRequests } from '../rig/api-client.ts';
import { startPeer } from '../rig/peer.ts';
import { openPlayback } from '../rig/playback.ts';

/** So many that the server is never idle: with few, each waits for the commit of the other's record. */
const connections = 64;
const requestsPerRound = 3000;
const proofHeader = z.object({ jwk: z.record(z.string(), z.string()) });

/** A Clear Key licence, against a bare route that checks one signature of the same kind. */
export const licence: Measurement = {
  name: 'licence',
  async run(rig) {
    const site = await rig.site();
    const videoId = await site.lessonId();
    await site.signInAgain();
    const { learner, origin } = site;
    const playback = await openPlayback(site, videoId);
    const input = {
      query: { playbackSession: playback.id },
      body: { kids: [...playback.keyIds], type: 'temporary' as const },
    };
    const endpoint = endpoints.drm.clearKeyLicense;
    const answer = await learner.call(endpoint, input);
    const prepare = () => prepareRequests(learner, origin, { endpoint, input }, requestsPerRound);
    const [sample = ''] = await prepareRequests(learner, origin, { endpoint, input }, 1);
    const peer = await startPeer('bare-licence', {
      PUBLIC_JWK: JSON.stringify(keyOfProofIn(sample)),
      LICENCE: JSON.stringify(answer),
    });
    try {
      const rates = await compareUnderLoad(
        {
          port: site.port,
          pid: site.pid,
          connections,
          requests: async () => ({ requests: await prepare(), repeat: 1 }),
        },
        {
          port: peer.port,
          pid: peer.pid,
          connections,
          requests: async () => ({
            requests: [sample.replace(/^POST \S+/, 'POST /licence')],
            repeat: requestsPerRound,
          }),
        },
      );
      return [
        {
          name: 'Clear Key licence',
          unit: 'requests/s',
          ours: rates.ours.requestsPerSecond,
          against: { what: 'bare Fastify and ES256', value: rates.peer.requestsPerSecond },
          goal: { atLeast: 0.5 },
          details: rates,
        },
      ];
    } finally {
      await peer.stop();
    }
  },
};

/** The public key that a proof names in its header (RFC 9449, section 4.2). */
function keyOfProofIn(request: string): Readonly<Record<string, string>> {
  const header = /^dpop: ([^.]+)\./im.exec(request)?.[1] ?? '';
  return z.parse(proofHeader, JSON.parse(Buffer.from(header, 'base64url').toString())).jwk;
}
