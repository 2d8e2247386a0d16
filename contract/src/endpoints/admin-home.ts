import * as z from 'zod/mini';
import { adminHomeSchema, adminWeekSchema } from '../admin-home.ts';
import { endpoint } from '../endpoint.ts';
import { utcOffsetMinutes } from '../fields.ts';
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
  week: endpoint({
    method: 'GET',
    path: '/admin/home/week',
    access: { kind: 'session', roles: administrators },
    tag: 'Home',
    summary: 'Count plays and sign-ins of each of the last seven days',
    query: z.object({ utcOffsetMinutes }),
    data: adminWeekSchema,
  }),
} as const;
