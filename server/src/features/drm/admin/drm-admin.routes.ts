import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { DrmDeps } from '../drm.deps.ts';
import {
  listProviders,
  removeProvider,
  setProvider,
  testProvider,
} from '../licence-services/providers.usecases.ts';
import { countLicences, reportRecentPersistence } from './drm-overview.usecases.ts';

export function bindDrmAdminRoutes(bind: Bind, deps: DrmDeps): void {
  bind(endpoints.drmAdmin.listProviders, async () => ({ items: await listProviders(deps) }));
  bind(endpoints.drmAdmin.setProvider, async ({ caller, params, body, request }) => {
    const by = { userId: caller.userId, address: request.ip };
    return setProvider(deps, by, params.system, body);
  });
  bind(endpoints.drmAdmin.removeProvider, async ({ caller, params, request }) => {
    await removeProvider(deps, { userId: caller.userId, address: request.ip }, params.system);
    return {};
  });
  bind(endpoints.drmAdmin.testProvider, async ({ caller, params, request }) =>
    testProvider(deps, { userId: caller.userId, address: request.ip }, params.system),
  );
  bind(endpoints.drmAdmin.overview, async ({ caller, query }) =>
    countLicences(deps, caller, query.timeRange),
  );
  bind(endpoints.drmAdmin.persistence, async ({ query }) =>
    reportRecentPersistence(deps, query.timeRange),
  );
}
