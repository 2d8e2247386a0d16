import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, instantSchema, pageOf, pageQuery } from '../fields.ts';
import {
  learnerOfflineCopySchema,
  offlineCopySchema,
  offlineGrantSchema,
  offlineLimits,
} from '../offline.ts';
import { encryptionSchemes, playbackEventSchema } from '../playback.ts';
import { administrators, userTypes } from '../roles.ts';

const tag = 'Offline';
const anyUser = { kind: 'session', roles: userTypes } as const;
const byId = z.object({ id: idSchema });
const reader = { kind: 'session', roles: administrators, permission: 'users.read' } as const;

export const offlineEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/offline/copies',
    access: anyUser,
    tag,
    summary: 'The copies that the caller has on this device, and whether more may be made',
    data: z.object({
      /** Whether this installation lets learners keep lessons. */
      enabled: z.boolean(),
      serverTime: instantSchema,
      copies: z.array(offlineCopySchema),
    }),
  }),
  /** Below `/drm`, where the cookie of a bound session goes: it gives what a token would open. */
  create: endpoint({
    method: 'POST',
    path: '/drm/offline-copies',
    access: anyUser,
    bound: true,
    tag,
    summary: 'Make a copy of a video for this device, or resume its download',
    body: z.object({
      videoId: idSchema,
      /** Resumes the download of this copy; left out, a copy of the same video is replaced. */
      copyId: z.optional(idSchema),
      schemes: z.optional(z.array(z.enum(encryptionSchemes)).check(z.maxLength(2))),
    }),
    data: offlineGrantSchema,
    status: 201,
  }),
  check: endpoint({
    method: 'POST',
    path: '/offline/copies/check',
    access: anyUser,
    tag,
    summary: 'Ask whether copies on this device are still good',
    body: z.object({
      ids: z.array(idSchema).check(z.minLength(1), z.maxLength(2 * offlineLimits.copies)),
    }),
    data: z.object({
      serverTime: instantSchema,
      copies: z.array(
        z.object({
          id: idSchema,
          state: offlineCopySchema.shape.state,
          revokedFor: offlineCopySchema.shape.revokedFor,
        }),
      ),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/offline/copies/{id}',
    access: anyUser,
    tag,
    summary: 'Say that a copy was removed from this device',
    params: byId,
    data: 'empty',
  }),
  reportViews: endpoint({
    method: 'POST',
    path: '/offline/copies/{id}/views',
    access: anyUser,
    tag,
    summary: 'Report playback events of a copy that happened without a connection, up to fifty',
    params: byId,
    body: z.object({
      events: z.array(playbackEventSchema).check(z.minLength(1), z.maxLength(50)),
    }),
    data: z.object({ accepted: z.literal(true), completed: z.boolean() }),
  }),
  ofLearner: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/offline-copies',
    access: reader,
    tag,
    summary: 'Copies that a learner keeps on devices, the latest first',
    params: byId,
    query: z.object({ page: pageQuery.page, limit: pageQuery.limit }),
    data: pageOf(learnerOfflineCopySchema),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/admin/offline-copies/{id}/revoke',
    access: { ...reader, permission: 'devices.manage' },
    tag,
    summary: 'Revoke a copy: its browser removes it when it next has a connection',
    params: byId,
    data: learnerOfflineCopySchema,
  }),
} as const;
