import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { readClientTraits } from '../../../platform/http/request-facts.ts';
import type { DrmDeps } from '../drm.deps.ts';
import {
  findPersistentLicence,
  listOwnLicences,
  recordPersistenceEvents,
} from './persistent-licences.usecases.ts';

/** A browser sends every five seconds at most; several tabs may. */
const persistenceLogsPerMinute = 60;

export function bindPersistentLicenceRoutes(bind: Bind, deps: DrmDeps): void {
  const countPersistenceLog = bind.createRateLimit('licence-logs', persistenceLogsPerMinute);
  bind(endpoints.drm.persistentLicense, async ({ caller, params, query, request }) => {
    const id = query.playbackSession;
    const playback = id === undefined ? undefined : { id, traits: readClientTraits(request) };
    const { system: drmSystem, id: videoId } = params;
    return findPersistentLicence(deps, caller, { drmSystem, videoId }, playback);
  });
  bind(endpoints.drm.licenseStatus, async ({ caller, params }) =>
    listOwnLicences(deps, caller, params.id),
  );
  bind(endpoints.logs.drmPersistence, async ({ caller, body, reply }) => {
    await countPersistenceLog(caller.userId, reply);
    return { accepted: await recordPersistenceEvents(deps, caller, body.events) };
  });
}
