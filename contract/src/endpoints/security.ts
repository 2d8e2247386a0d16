import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, noNul, pageOf, pageQuery } from '../fields.ts';
import { incidentListQuery } from '../incident-list-query.ts';
import {
  incidentGroupSchema,
  incidentLimits,
  incidentReportSchema,
  incidentSchema,
  incidentsAnswerSchema,
  terminationSchema,
} from '../incidents.ts';
import { watchedPlaybackSchema } from '../protection.ts';
import { administrators, userTypes } from '../roles.ts';

const tag = 'Security';
const readers = { kind: 'session', roles: administrators, permission: 'security.read' } as const;

export const securityEndpoints = {
  reportIncidents: endpoint({
    method: 'POST',
    path: '/security/incidents',
    access: { kind: 'session', roles: userTypes },
    tag,
    summary: 'Report incidents that a player saw, up to ten at a time; repeats are stored once',
    body: z.object({
      incidents: z
        .array(incidentReportSchema)
        .check(z.minLength(1), z.maxLength(incidentLimits.perCall)),
    }),
    data: incidentsAnswerSchema,
  }),
  incidents: endpoint({
    method: 'GET',
    path: '/security/incidents',
    access: readers,
    tag,
    summary: 'Incidents of users in scope, newest first unless sorted otherwise',
    query: incidentListQuery,
    data: z.object({
      items: z.array(incidentSchema),
      limit: z.int(),
      offset: z.int(),
      total: z.int(),
    }),
  }),
  incidentGroups: endpoint({
    method: 'GET',
    path: '/security/incident-groups',
    access: readers,
    tag,
    summary:
      'The same incidents by learner and video, those that followed each other within ten minutes as one; the group with the latest incident first',
    query: z.omit(incidentListQuery, { id: true, sortBy: true, sortOrder: true }),
    data: z.object({
      items: z.array(incidentGroupSchema),
      limit: z.int(),
      offset: z.int(),
      /** Of groups. */
      total: z.int(),
      /** There are older incidents that were not read: a shorter time finds them. */
      isCut: z.boolean(),
      /** How many incidents match apart from their severity. */
      bySeverity: z.object({ low: z.int(), medium: z.int(), high: z.int(), critical: z.int() }),
    }),
  }),
  reportPolicyViolation: endpoint({
    method: 'POST',
    path: '/security/policy-reports',
    // Browsers report by themselves, also before a sign-in, and send no proof.
    access: { kind: 'public' },
    tag,
    summary:
      'Where browsers report what the content security policy of a page stopped; evidence, limited per minute',
    body: { types: ['application/csp-report', 'application/json'], maxBytes: 16_384 },
    data: 'empty',
  }),
  terminations: endpoint({
    method: 'GET',
    path: '/security/terminations',
    access: readers,
    tag,
    summary: 'Learners in scope whose access to a video was ended by violations, newest first',
    query: z.object({
      ...pageQuery,
      user: z.optional(idSchema),
      /** `review`: still ended, and its learner asked for a review. */
      state: z.optional(z.enum(['active', 'review', 'lifted'])),
    }),
    data: pageOf(terminationSchema),
  }),
  playbacks: endpoint({
    method: 'GET',
    path: '/security/playbacks',
    access: readers,
    tag,
    summary: 'Playbacks of users in scope with their protection, newest first',
    query: z.object({
      ...pageQuery,
      id: z.optional(idSchema),
      user: z.optional(idSchema),
      video: z.optional(idSchema),
    }),
    data: pageOf(watchedPlaybackSchema),
  }),
  lookUpWatermark: endpoint({
    method: 'POST',
    path: '/security/watermark-lookup',
    access: readers,
    tag,
    summary: 'Find the playback of a watermark code; each lookup is recorded in the audit log',
    body: z.object({
      /** As it was read; `?` for a character that cannot be read. */
      code: z.string().check(z.trim(), z.minLength(8), z.maxLength(20), noNul),
    }),
    data: z.object({
      items: z.array(z.extend(watchedPlaybackSchema, { exact: z.boolean() })),
    }),
  }),
  liftTermination: endpoint({
    method: 'POST',
    path: '/security/terminations/{id}/lift',
    access: { kind: 'session', roles: administrators, permission: 'users.write' },
    tag,
    summary: 'Restore a learner’s access to a video, with a reason',
    params: z.object({ id: idSchema }),
    body: z.object({
      reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500), noNul),
    }),
    data: terminationSchema,
  }),
} as const;
