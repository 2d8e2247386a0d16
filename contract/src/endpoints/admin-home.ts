import { adminHomeSchema } from '../admin-home.ts';
import { endpoint } from '../endpoint.ts';
import { administrators } from '../roles.ts';

export const adminHomeEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/admin/home',
    // What each part needs besides, its description says.
    access: { kind: 'session', roles: administrators },
    tag: 'Home',
    summary: 'What needs attention, what goes on now, and what a new installation lacks',
    data: adminHomeSchema,
  }),
} as const;
