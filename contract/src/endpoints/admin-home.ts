import { adminHomeSchema } from '../admin-home.ts';
import { endpoint } from '../endpoint.ts';
import { administrators } from '../roles.ts';

export const adminHomeEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/admin/home',
    // Each part's description says which permission it needs.
    access: { kind: 'session', roles: administrators },
    tag: 'Home',
    summary: 'Get what needs attention, what is going on now, and what a new installation lacks',
    data: adminHomeSchema,
  }),
} as const;
