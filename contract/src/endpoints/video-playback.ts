import * as z from 'zod/mini';
import { videoDetailSchema } from '../catalogue.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../fields.ts';
import { accessReasons, playbackEvents, streamSchema } from '../playback.ts';
import { userTypes } from '../roles.ts';

const tag = 'Videos';
const anyUser = { kind: 'session', roles: userTypes } as const;
const byId = z.object({ id: idSchema });
const userToken = z.object({ userToken: z.string().check(z.minLength(1), z.maxLength(2048)) });

export const get = endpoint({
  method: 'GET',
  path: '/videos/{id}',
  access: anyUser,
  tag,
  summary: 'One video',
  params: byId,
  data: videoDetailSchema,
});

export const accessValidation = endpoint({
  method: 'POST',
  path: '/videos/{id}/access-validation',
  access: anyUser,
  tag,
  summary: 'Say whether playback may start, and if not why',
  params: byId,
  body: userToken,
  data: z.object({ allowed: z.boolean(), reason: z.nullable(z.enum(accessReasons)) }),
});

export const stream = endpoint({
  method: 'POST',
  path: '/videos/{id}/stream',
  access: anyUser,
  tag,
  summary: 'Open a playback session and answer everything that the player needs',
  params: byId,
  body: z.extend(userToken, {
    /** Opened before anybody chose it: it is played, and ends others, from its first licence on. */
    ahead: z.optional(z.boolean()),
  }),
  data: streamSchema,
});

/** Without a name it is the playback session that is open for the video in this sign-in. */
const ofPlayback = z.object({ playbackSession: z.optional(idSchema) });

export const manifestDash = endpoint({
  method: 'GET',
  path: '/videos/{id}/manifest/dash',
  access: anyUser,
  tag,
  summary: 'The DASH manifest for one playback session',
  params: byId,
  query: ofPlayback,
  data: 'text',
});

export const manifestHls = endpoint({
  method: 'GET',
  path: '/videos/{id}/manifest/hls',
  access: anyUser,
  tag,
  summary: 'The HLS multivariant playlist for one playback session',
  params: byId,
  query: ofPlayback,
  data: 'text',
});

export const secureManifest = endpoint({
  method: 'GET',
  path: '/videos/{id}/secure/manifest.m3u8',
  access: anyUser,
  tag,
  summary: 'The same HLS playlist, under an address that ends as players expect',
  params: byId,
  query: ofPlayback,
  data: 'text',
});

export const analytics = endpoint({
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
});
