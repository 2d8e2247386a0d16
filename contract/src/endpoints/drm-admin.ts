import * as z from 'zod/mini';
import {
  drmOverviewSchema,
  drmProviderEditSchema,
  drmProviderSchema,
  drmTestResultSchema,
  vendorSystems,
} from '../drm.ts';
import { persistenceReportSchema } from '../drm-persistence.ts';
import { endpoint } from '../endpoint.ts';

const tag = 'DRM';
const configure = {
  kind: 'session',
  roles: ['SUPER_ADMIN'],
  permission: 'system.configure',
} as const;
const timeRange = z.object({
  timeRange: z._default(z.enum(['1h', '24h', '7d', '30d', '90d']), '24h'),
});
const params = z.object({ system: z.enum(vendorSystems) });

export const drmAdminEndpoints = {
  listProviders: endpoint({
    method: 'GET',
    path: '/admin/drm/providers',
    access: configure,
    tag,
    summary: 'The licence service of each key system, without secrets',
    data: z.object({ items: z.array(drmProviderSchema) }),
  }),
  setProvider: endpoint({
    method: 'PUT',
    path: '/admin/drm/providers/{system}',
    access: configure,
    tag,
    summary: 'Configure the licence service of a key system; secrets can be written but never read',
    params,
    body: drmProviderEditSchema,
    data: drmProviderSchema,
  }),
  removeProvider: endpoint({
    method: 'DELETE',
    path: '/admin/drm/providers/{system}',
    access: configure,
    tag,
    summary: 'Remove the licence service of a key system, with its secrets',
    params,
    data: z.object({}),
  }),
  testProvider: endpoint({
    method: 'POST',
    path: '/admin/drm/providers/{system}/test',
    access: configure,
    tag,
    summary: 'Test the configured licence service and return its response',
    params,
    data: drmTestResultSchema,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/admin/drm/overview',
    access: { kind: 'session', roles: ['ADMIN', 'SUPER_ADMIN'], permission: 'security.read' },
    tag,
    summary: 'Licence requests by key system and result, and the latest failures',
    query: timeRange,
    data: drmOverviewSchema,
  }),
  persistence: endpoint({
    method: 'GET',
    path: '/admin/drm/persistence',
    access: { kind: 'session', roles: ['ADMIN', 'SUPER_ADMIN'], permission: 'security.read' },
    tag,
    summary: 'Statistics of how well browsers keep licences',
    query: timeRange,
    data: persistenceReportSchema,
  }),
} as const;
