import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { Services } from '../licence-services/ask-service.usecases.ts';
import type { Providers } from '../licence-services/providers.usecases.ts';
import type { createTestProvider } from '../licence-services/test-provider.usecases.ts';
import type { createDrmOverview } from './drm-overview.usecases.ts';

export interface DrmAdminRoutesDeps {
  readonly providers: Providers;
  readonly services: Pick<Services, 'forget'>;
  readonly testProvider: ReturnType<typeof createTestProvider>;
  readonly overview: ReturnType<typeof createDrmOverview>;
}

export function bindDrmAdminRoutes(bind: Bind, deps: DrmAdminRoutesDeps): void {
  const { providers, services } = deps;
  bind(endpoints.drmAdmin.listProviders, async () => ({ items: await providers.list() }));
  bind(endpoints.drmAdmin.setProvider, async ({ caller, params, body, request }) => {
    const by = { userId: caller.userId, address: request.ip };
    services.forget(params.system);
    return providers.set(by, params.system, body);
  });
  bind(endpoints.drmAdmin.removeProvider, async ({ caller, params, request }) => {
    await providers.remove({ userId: caller.userId, address: request.ip }, params.system);
    services.forget(params.system);
    return {};
  });
  bind(endpoints.drmAdmin.testProvider, async ({ caller, params, request }) =>
    deps.testProvider({ userId: caller.userId, address: request.ip }, params.system),
  );
  bind(endpoints.drmAdmin.overview, async ({ caller, query }) =>
    deps.overview.licences(caller, query.timeRange),
  );
  bind(endpoints.drmAdmin.persistence, async ({ query }) =>
    deps.overview.persistence(query.timeRange),
  );
}
