import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, noNul, pageOf, pageQuery } from '../fields.ts';
import { accessReasons, playbackEvents, streamSchema } from '../playback.ts';
import { administrators, userTypes } from '../roles.ts';
import { videoSchema } from '../video.ts';

const tag = 'Videos';
const anyUser = { kind: 'session', roles: userTypes } as const;
const admin = { kind: 'session', roles: administrators } as const;
const editor = { ...admin, permission: 'videos.write' } as const;
const byId = z.object({ id: idSchema });
const userToken = z.object({ userToken: z.string().check(z.minLength(1), z.maxLength(2048)) });

export const videoTitleSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), noNul);
export const videoDescriptionSchema = z.string().check(z.trim(), z.maxLength(4000), noNul);

export const videoEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/videos',
    access: anyUser,
    tag,
    summary: 'List the videos that this user may see, newest first',
    query: z.object(pageQuery),
    data: pageOf(videoSchema),
  }),
  get: endpoint({
    method: 'GET',
    path: '/videos/{id}',
    access: anyUser,
    tag,
    summary: 'One video',
    params: byId,
    data: videoSchema,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/videos/{id}',
    access: editor,
    tag,
    summary: 'Change title or description, publish or unpublish',
    params: byId,
    body: z.object({
      title: z.optional(videoTitleSchema),
      description: z.optional(videoDescriptionSchema),
      published: z.optional(z.boolean()),
    }),
    data: videoSchema,
  }),
  accessValidation: endpoint({
    method: 'POST',
    path: '/videos/{id}/access-validation',
    access: anyUser,
    tag,
    summary: 'Say whether playback may start, and if not why',
    params: byId,
    body: userToken,
    data: z.object({ allowed: z.boolean(), reason: z.nullable(z.enum(accessReasons)) }),
  }),
  stream: endpoint({
    method: 'POST',
    path: '/videos/{id}/stream',
    access: anyUser,
    tag,
    summary: 'Open a playback session and answer everything that the player needs',
    params: byId,
    body: userToken,
    data: streamSchema,
  }),
  manifestDash: endpoint({
    method: 'GET',
    path: '/videos/{id}/manifest/dash',
    access: anyUser,
    tag,
    summary: 'The DASH manifest for one playback session',
    params: byId,
    query: z.object({ playbackSession: idSchema }),
    data: 'text',
  }),
  analytics: endpoint({
    method: 'POST',
    path: '/videos/{id}/analytics',
    access: anyUser,
    tag,
    summary: 'Report where playback stands; keeps the place to resume from',
    params: byId,
    body: z.object({
      event: z.enum(playbackEvents),
      position: z.number().check(z.gte(0), z.lte(360_000)),
      duration: z.number().check(z.gte(0), z.lte(360_000)),
      timestamp: z.iso.datetime(),
      playbackSession: idSchema,
    }),
    data: z.object({ accepted: z.literal(true) }),
  }),
} as const;
