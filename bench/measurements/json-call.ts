import { endpoints } from '@prahari/contract';
import { requestText } from '@prahari/virtual-learners';
import { compareUnderLoad } from '../load/compare.ts';
import type { Measurement } from '../measurement.ts';
import { prepareRequests } from '../rig/api-client.ts';
import { findDatabase } from '../rig/database.ts';
import { startPeer } from '../rig/peer.ts';

const connections = 8;
const requestsPerRound = 1500;

/** The library's list with token and proof, against a bare route with one query. */
export const jsonCall: Measurement = {
  name: 'json',
  async run(rig) {
    const site = await rig.site();
    await site.lessonId();
    await site.signInAgain();
    const peer = await startPeer('bare-videos', {
      CONNECTION_STRING: await findDatabase(site.dataDir),
    });
    try {
      const call = { endpoint: endpoints.videos.list, input: {} };
      const plain = requestText('GET', new URL(`http://127.0.0.1:${peer.port}/videos`), {});
      const rates = await compareUnderLoad(
        {
          port: site.port,
          pid: site.pid,
          connections,
          requests: async () => ({
            requests: await prepareRequests(site.learner, site.origin, call, requestsPerRound),
            repeat: 1,
          }),
        },
        {
          port: peer.port,
          pid: peer.pid,
          connections,
          requests: async () => ({ requests: [plain], repeat: requestsPerRound }),
        },
      );
      return [
        {
          name: 'list of videos with token and proof',
          unit: 'requests/s',
          ours: rates.ours.requestsPerSecond,
          against: { what: 'bare Fastify and query', value: rates.peer.requestsPerSecond },
          details: rates,
        },
      ];
    } finally {
      await peer.stop();
    }
  },
};
