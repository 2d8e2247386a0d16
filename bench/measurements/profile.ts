import { endpoints } from '@prahari/contract';
import { requestText } from '@prahari/virtual-learners';
import { compareUnderLoad } from '../load/compare.ts';
import type { Measurement } from '../measurement.ts';
import { prepareRequests } from '../rig/api-client.ts';
import { findDatabase } from '../rig/database.ts';
import { startPeer } from '../rig/peer.ts';

const connections = 8;
const requestsPerRound = 1500;

/** A learner's own profile with token and proof, against the same route without any check. */
export const profile: Measurement = {
  name: 'profile',
  async run(rig) {
    const site = await rig.site();
    await site.signInAgain();
    const { learner, origin } = site;
    const { id } = await learner.call(endpoints.users.profile, {});
    const peer = await startPeer('bare-profile', {
      CONNECTION_STRING: await findDatabase(site.dataDir),
      USER_ID: id,
    });
    try {
      const call = { endpoint: endpoints.users.profile, input: {} };
      const plain = requestText(
        'GET',
        new URL(`http://127.0.0.1:${peer.port}/api/v1/users/profile/me`),
        {},
      );
      const rates = await compareUnderLoad(
        {
          port: site.port,
          pid: site.pid,
          connections,
          requests: async () => ({
            requests: await prepareRequests(learner, origin, call, requestsPerRound),
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
          name: 'own profile with token and proof',
          unit: 'requests/s',
          ours: rates.ours.requestsPerSecond,
          against: { what: 'the same route, bare', value: rates.peer.requestsPerSecond },
          goal: { atLeast: 0.6 },
          details: rates,
        },
      ];
    } finally {
      await peer.stop();
    }
  },
};
