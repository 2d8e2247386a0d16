import * as z from 'zod/mini';
import { userGroupIdsSchema } from '../catalogue.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema, pageOf, pageQuery } from '../fields.ts';
import { learnerVideoSchema, playbackCheckSchema } from '../learner.ts';
import { administrators } from '../roles.ts';

const tag = 'Users';
const reader = { kind: 'session', roles: administrators, permission: 'users.read' } as const;
const byId = z.object({ id: idSchema });
const groupIds = z._default(userGroupIdsSchema, []);
const yesOrNo = z.optional(z.enum(['true', 'false']));

/**
 * What administrators ask about one learner in their scope, and the learner's groups; other users are
 * no learners: 404.
 */
export const learnerEndpoints = {
  videos: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/videos',
    access: reader,
    tag,
    summary:
      'Videos in the caller’s scope by title, each with whether a learner sees it and why not',
    params: byId,
    query: z.object({
      ...pageQuery,
      visible: yesOrNo,
      /** Only what the learner has watched, the latest first; of more than 200 the last 200. */
      watched: z.optional(z.literal('true')),
    }),
    data: pageOf(learnerVideoSchema),
  }),
  groups: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/groups',
    access: reader,
    tag,
    summary: 'User groups that a user is in, by name',
    params: byId,
    query: z.object({ page: pageQuery.page, limit: pageQuery.limit }),
    data: pageOf(z.object({ id: idSchema, name: z.string() })),
  }),
  changeGroups: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/groups',
    access: { ...reader, permission: 'users.write' },
    tag,
    summary: 'Add a user to user groups and remove them from others: all of it, or nothing',
    params: byId,
    body: z.object({ add: groupIds, remove: groupIds }),
    data: z.object({ success: z.literal(true) }),
  }),
  checkPlayback: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/playback-check',
    access: reader,
    tag,
    summary:
      'Whether a video would play for a learner now: every rule of a start, without starting',
    params: byId,
    body: z.object({
      videoId: idSchema,
      /** From which sign-in; by default the one that was seen last. */
      sessionId: z.optional(idSchema),
    }),
    data: playbackCheckSchema,
  }),
} as const;
