import * as z from 'zod/mini';
import { videoDetailSchema } from '../catalogue.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../fields.ts';
import {
  accessReasons,
  encryptionSchemes,
  networkTypes,
  playbackEventSchema,
  streamSchema,
} from '../playback.ts';
import { protectionReportSchema } from '../protection.ts';
import { userTypes } from '../roles.ts';
import { videoSchema } from '../video.ts';

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

export const next = endpoint({
  method: 'GET',
  path: '/videos/{id}/next',
  access: anyUser,
  tag,
  summary: 'Videos to watch next: not completed, same category first, in order of publication',
  params: byId,
  data: z.object({ video: z.nullable(videoSchema) }),
});

export const accessValidation = endpoint({
  method: 'POST',
  path: '/videos/{id}/access-validation',
  access: anyUser,
  tag,
  summary: 'Check whether playback may start, and if not, why',
  params: byId,
  body: userToken,
  data: z.object({ allowed: z.boolean(), reason: z.nullable(z.enum(accessReasons)) }),
});

/**
 * Encryption schemes that the key system of this device takes, once it was asked; left out, the
 * server goes by what the device says it is.
 */
const schemesHere = z.optional(z.array(z.enum(encryptionSchemes)).check(z.maxLength(2)));

/** As the browser sees its connection; for reports. */
const networkHere = z.optional(z.enum(networkTypes));

export const stream = endpoint({
  method: 'POST',
  path: '/videos/{id}/stream',
  access: anyUser,
  tag,
  summary: 'Open a playback session and return everything the player needs',
  params: byId,
  body: z.extend(userToken, {
    /** Ends what plays elsewhere, where the policy allows no more at the same time. */
    takeOver: z._default(z.boolean(), false),
    schemes: schemesHere,
    network: networkHere,
  }),
  data: streamSchema,
});

/** Below `/drm`, where the cookie of a bound session goes: it gives what a token would open. */
export const openAhead = endpoint({
  method: 'POST',
  path: '/drm/open-ahead',
  access: anyUser,
  bound: true,
  tag,
  summary:
    'Open a playback session before the learner chose the video: it is played, and ends others, from its first licence on',
  body: z.object({ videoId: idSchema, schemes: schemesHere, network: networkHere }),
  data: z.object({
    /** Null where the video may not be played: the start says why, once the learner chose it. */
    stream: z.nullable(streamSchema),
  }),
});

/** Without a name it is what this sign-in plays of the video, where the password was confirmed. */
const ofPlayback = z.object({ playbackSession: z.optional(idSchema) });

export const manifestDash = endpoint({
  method: 'GET',
  path: '/videos/{id}/manifest/dash',
  access: anyUser,
  tag,
  summary: 'The DASH manifest for one playback session',
  params: byId,
  query: ofPlayback,
  data: { text: ['application/dash+xml'] },
});

export const manifestHls = endpoint({
  method: 'GET',
  path: '/videos/{id}/manifest/hls',
  access: anyUser,
  tag,
  summary: 'The HLS multivariant playlist for one playback session',
  params: byId,
  query: ofPlayback,
  data: { text: ['application/vnd.apple.mpegurl'] },
});

export const secureManifest = endpoint({
  method: 'GET',
  path: '/videos/{id}/secure/manifest.m3u8',
  access: anyUser,
  tag,
  summary: 'The same HLS playlist, at an address that ends as players expect',
  params: byId,
  query: ofPlayback,
  data: { text: ['application/vnd.apple.mpegurl'] },
});

const report = { playbackSession: idSchema };

export const analytics = endpoint({
  method: 'POST',
  path: '/videos/{id}/analytics',
  access: anyUser,
  patient: true,
  tag,
  summary: 'Report playback events, up to fifty at a time; repeats are stored once',
  params: byId,
  body: z.union([
    z.object({
      ...report,
      events: z.array(playbackEventSchema).check(z.minLength(1), z.maxLength(50)),
    }),
    // As in the specification: without a playback session, the one open for this video is meant.
    z.extend(z.partial(playbackEventSchema, { id: true }), ofPlayback.shape),
  ]),
  data: z.object({
    accepted: z.literal(true),
    /** Whether enough of the video was watched, in this playback or before, to complete it. */
    completed: z.boolean(),
  }),
});

export const protection = endpoint({
  method: 'POST',
  path: '/videos/{id}/protection',
  access: anyUser,
  tag,
  summary: 'Report the protection of a playback in this browser',
  params: byId,
  body: z.extend(protectionReportSchema, report),
  data: z.object({ accepted: z.literal(true) }),
});
