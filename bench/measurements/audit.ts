import { buildUrl, endpoints, findingCategories } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';
import { requestText } from '@prahari/virtual-learners';
import { type Loader, startLoader } from '../load/loader.ts';
import type { Measurement } from '../measurement.ts';
import { openPlayback } from '../rig/playback.ts';
import type { Site } from '../rig/site.ts';
import { median } from '../statistics.ts';

/** Far below what the server can answer: learners are to notice nothing, not the machine. */
const perSecond = 50;
const secondsPerRound = 3;
const requestsPerRound = perSecond * secondsPerRound;
const rounds = 5;
const connections = 16;
/** More than one, since each has limits of its own. */
const learners = 10;
const password = 'mango tree by the old well';
const { auth, securityAudit, videos } = endpoints;

/** What learners notice while the platform attacks itself: calls of playback with and without it. */
export const audit: Measurement = {
  name: 'audit',
  async run(rig) {
    const site = await rig.site();
    const videoId = await site.lessonId();
    const people: { client: ApiClient; id: string }[] = [];
    for (let at = 0; at < learners; at += 1) {
      const { client } = await site.newLearner();
      await client.call(auth.validatePassword, { body: { password } });
      people.push({ client, id: (await openPlayback({ learner: client }, videoId)).id });
    }
    const prepare = async () => {
      const requests: string[] = [];
      for (let at = 0; at < requestsPerRound; at += 1) {
        const one = people[at % people.length];
        if (!one) throw new Error('no learner plays');
        const query = { playbackSession: one.id };
        const input = { params: { id: videoId }, query };
        const url = buildUrl(site.origin, videos.manifestDash, input);
        requests.push(requestText('GET', new URL(url), await one.client.headersFor('GET', url)));
      }
      return requests;
    };
    await site.admin.signIn(site.adminAccount.contactNumber, site.adminAccount.password);
    const loader = await startLoader();
    try {
      // Fills caches, and warms up the compiler.
      await measureRound(loader, site, await prepare());
      const alone: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        alone.push(await measureRound(loader, site, await prepare()));
      }
      const isRunning = await beginAudit(site);
      const beside: number[] = [];
      while (beside.length < rounds) {
        const p95Ms = await measureRound(loader, site, await prepare());
        if (!(await isRunning())) break;
        beside.push(p95Ms);
      }
      if (beside.length === 0) throw new Error('the audit ended before anything was measured');
      return [
        {
          name: `playback calls at ${perSecond}/s during an audit, p95`,
          unit: 'ms',
          ours: median(beside),
          against: { what: 'without an audit', value: median(alone) },
          goal: { atMost: 1.1 },
          details: { beside, alone },
        },
      ];
    } finally {
      await loader.stop();
    }
  },
};

/** @returns the 95th percentile */
async function measureRound(
  loader: Loader,
  { port }: Pick<Site, 'port'>,
  requests: string[],
): Promise<number> {
  const { p95Ms } = await loader.run({ port, connections, requests, repeat: 1, perSecond });
  return p95Ms;
}

/** Starts an audit with all checks. @returns whether it is still at work */
async function beginAudit({ admin }: Pick<Site, 'admin'>): Promise<() => Promise<boolean>> {
  const { auditId: id } = await admin.call(securityAudit.start, {
    body: { auditType: 'COMPREHENSIVE', scope: [...findingCategories] },
  });
  return async () => {
    const { status } = await admin.call(securityAudit.report, { params: { id } });
    return status === 'queued' || status === 'running';
  };
}
