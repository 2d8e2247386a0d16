import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instantSchema } from '../fields.ts';
import { systemConfigEditSchema, systemConfigViewSchema } from '../system-config.ts';

const tag = 'System';
const everybody = { kind: 'public' } as const;
const probe = { kind: 'probe' } as const;
/** Specification, section 6: configuration is for super administrators. */
const configurators = {
  kind: 'session',
  roles: ['SUPER_ADMIN'],
  permission: 'system.configure',
} as const;

const checkSchema = z.object({
  name: z.string(),
  status: z.enum(['ok', 'failed']),
  durationMs: z.number(),
  message: z.optional(z.string()),
});
const healthSchema = z.object({ status: z.enum(['ok', 'failed']), checks: z.array(checkSchema) });

export const systemEndpoints = {
  root: endpoint({
    method: 'GET',
    path: '/',
    access: everybody,
    tag,
    summary: 'Name of the service',
    data: z.object({ name: z.string(), apiVersion: z.string(), documentation: z.string() }),
  }),
  version: endpoint({
    method: 'GET',
    path: '/version',
    atRoot: true,
    access: everybody,
    tag,
    summary: 'The running version',
    data: z.object({ version: z.string(), apiVersion: z.string() }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/health',
    atRoot: true,
    access: everybody,
    tag,
    summary: 'Health of the service',
    data: z.object({ status: z.enum(['ok', 'failed']), timestamp: instantSchema }),
  }),
  liveness: endpoint({
    method: 'GET',
    path: '/health/liveness',
    atRoot: true,
    access: everybody,
    tag,
    summary: 'Check whether the process is alive',
    data: z.object({ status: z.literal('ok') }),
  }),
  readiness: endpoint({
    method: 'GET',
    path: '/health/readiness',
    atRoot: true,
    access: everybody,
    tag,
    summary: 'Check whether the process is ready for requests',
    data: z.object({ status: z.enum(['ok', 'failed']) }),
  }),
  deepHealth: endpoint({
    method: 'GET',
    path: '/health/deep',
    atRoot: true,
    access: probe,
    tag,
    summary: 'Check every component, each with its response time',
    data: healthSchema,
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    atRoot: true,
    access: probe,
    tag,
    summary: 'Metrics in the Prometheus text format',
    data: { text: ['text/plain'] },
  }),
  config: endpoint({
    method: 'GET',
    path: '/system/config',
    access: configurators,
    tag,
    summary: 'The system configuration that super administrators set',
    data: systemConfigViewSchema,
  }),
  updateConfig: endpoint({
    method: 'PUT',
    path: '/system/config',
    access: configurators,
    tag,
    summary: 'Update sections of the system configuration, with the version that was edited',
    body: systemConfigEditSchema,
    data: systemConfigViewSchema,
  }),
  adminConfig: endpoint({
    method: 'GET',
    path: '/admin/system/config',
    access: configurators,
    tag,
    summary: 'The system configuration, beside the other administrator calls',
    data: systemConfigViewSchema,
  }),
  updateAdminConfig: endpoint({
    method: 'PUT',
    path: '/admin/system/config',
    access: configurators,
    tag,
    summary: 'Update the system configuration, beside the other administrator calls',
    body: systemConfigEditSchema,
    data: systemConfigViewSchema,
  }),
} as const;
