import * as z from 'zod/mini';
import {
  audienceSchema,
  captionLabelSchema,
  captionTrackSchema,
  chaptersSchema,
  managedVideoSchema,
  videoCategorySchema,
  videoDescriptionSchema,
  videoTagsSchema,
  videoTitleSchema,
} from '../catalogue.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema, instantSchema, languageTagSchema, pageOf } from '../fields.ts';
import { managedVideoListQuery } from '../managed-video-list-query.ts';
import { administrators, userTypes } from '../roles.ts';
import { videoDifficulties, videoTypes } from '../video.ts';
import { videoInsightsSchema } from '../video-insights.ts';

const tag = 'Videos';
const anyUser = { kind: 'session', roles: userTypes } as const;
const editor = { kind: 'session', roles: administrators, permission: 'videos.write' } as const;
const byId = z.object({ id: idSchema });
const moment = z.optional(z.nullable(instantSchema));

/** 200 chapters and 200 places of each kind, all with long names in Devanagari (3 bytes a letter). */
const maxVideoBytes = 512 * 1024;
const fields = {
  description: z.optional(videoDescriptionSchema),
  category: z.optional(z.nullable(videoCategorySchema)),
  difficulty: z.optional(z.nullable(z.enum(videoDifficulties))),
  type: z.optional(z.nullable(z.enum(videoTypes))),
  language: z.optional(z.nullable(languageTagSchema)),
  tags: z.optional(videoTagsSchema),
  audience: z.optional(audienceSchema),
  chapters: z.optional(chaptersSchema),
  /** The switch; the schedule narrows it. */
  published: z.optional(z.boolean()),
  publishAt: moment,
  unpublishAt: moment,
} as const;

export const listManaged = endpoint({
  method: 'GET',
  path: '/admin/videos',
  access: editor,
  tag,
  summary: 'List videos as administrators see them; deleted ones separately',
  query: managedVideoListQuery,
  data: pageOf(managedVideoSchema),
});

export const getManaged = endpoint({
  method: 'GET',
  path: '/admin/videos/{id}',
  access: editor,
  tag,
  summary: 'One video as administrators see it',
  params: byId,
  data: managedVideoSchema,
});

export const insights = endpoint({
  method: 'GET',
  path: '/admin/videos/{id}/insights',
  access: editor,
  tag,
  summary: 'How a video was used in the last 30 days, and its content keys and licences',
  params: byId,
  data: videoInsightsSchema,
});

export const countAudience = endpoint({
  method: 'POST',
  path: '/admin/videos/audience-count',
  access: editor,
  tag,
  summary:
    "How many learners of the caller's scope an audience includes, before it is saved; the first of them by name, for callers with users.read",
  body: audienceSchema,
  data: z.object({
    learners: z.int(),
    first: z.array(z.object({ id: idSchema, name: z.string(), district: z.nullable(z.string()) })),
  }),
});

export const countByGroup = endpoint({
  method: 'GET',
  path: '/admin/videos/count-by-group',
  access: editor,
  tag,
  summary:
    'How many videos that the caller manages are for each user group; groups without such a video are missing',
  data: z.object({ items: z.array(z.object({ groupId: idSchema, videos: z.int() })) }),
});

export const create = endpoint({
  method: 'POST',
  path: '/videos',
  access: editor,
  tag,
  summary: 'Create a video whose file is uploaded later',
  body: z.object({ ...fields, title: videoTitleSchema }),
  maxBodyBytes: maxVideoBytes,
  data: managedVideoSchema,
});

export const update = endpoint({
  method: 'PUT',
  path: '/videos/{id}',
  access: editor,
  tag,
  summary: 'Edit a video, publish or unpublish it',
  params: byId,
  body: z.object({
    ...fields,
    title: z.optional(videoTitleSchema),
    /**
     * The `updatedAt` of the version that was edited; without it the edit overwrites any change
     * made since.
     */
    updatedAt: z.optional(instantSchema),
  }),
  maxBodyBytes: maxVideoBytes,
  data: managedVideoSchema,
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/videos/{id}',
  access: editor,
  tag,
  summary: 'Delete a video; its media is permanently removed after the grace period',
  params: byId,
  data: managedVideoSchema,
});

export const restore = endpoint({
  method: 'POST',
  path: '/videos/{id}/restore',
  access: editor,
  tag,
  summary: 'Restore a deleted video within the grace period',
  params: byId,
  data: managedVideoSchema,
});

export const uploadPoster = endpoint({
  method: 'POST',
  path: '/videos/{id}/poster',
  access: editor,
  tag,
  summary: 'Set the poster from a picture: multipart, one file (JPEG, PNG or WebP)',
  params: byId,
  body: { form: z.object({}), file: ['image/jpeg', 'image/png', 'image/webp'] },
  data: managedVideoSchema,
});

export const choosePoster = endpoint({
  method: 'PUT',
  path: '/videos/{id}/poster',
  access: editor,
  tag,
  summary: 'Set the poster from a frame of the video',
  params: byId,
  body: z.object({ atSeconds: z.number().check(z.gte(0), z.lte(360_000)) }),
  data: managedVideoSchema,
});

export const removePoster = endpoint({
  method: 'DELETE',
  path: '/videos/{id}/poster',
  access: editor,
  tag,
  summary: 'Restore the original poster',
  params: byId,
  data: managedVideoSchema,
});

export const renewKeys = endpoint({
  method: 'POST',
  path: '/videos/{id}/keys/renew',
  access: editor,
  tag,
  summary: 'Renew the keys of a video; playback is not interrupted',
  params: byId,
  data: managedVideoSchema,
});

const byLanguage = z.object({ id: idSchema, language: languageTagSchema });

export const captions = endpoint({
  method: 'GET',
  path: '/videos/{id}/captions/{language}',
  access: anyUser,
  tag,
  summary: 'Captions as WebVTT, for users who may play the video',
  params: byLanguage,
  data: { text: ['text/vtt'] },
});

export const putCaptions = endpoint({
  method: 'POST',
  path: '/videos/{id}/captions/{language}',
  access: editor,
  tag,
  summary: 'Set the captions in one language: multipart field label, then the WebVTT file',
  params: byLanguage,
  body: { form: z.object({ label: captionLabelSchema }), file: ['text/vtt'] },
  data: captionTrackSchema,
});

export const removeCaptions = endpoint({
  method: 'DELETE',
  path: '/videos/{id}/captions/{language}',
  access: editor,
  tag,
  summary: 'Remove the captions in one language',
  params: byLanguage,
  data: z.object({ success: z.literal(true) }),
});
