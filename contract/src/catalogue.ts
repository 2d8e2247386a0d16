import * as z from 'zod/mini';
import { diskWaitSchema } from './disk-wait.ts';
import { idSchema, instantSchema, noNul } from './fields.ts';
import { removeRewriting, shownLine } from './shown-line.ts';
import { videoSchema } from './video.ts';

/** Apart from what a learner's first page brings along: details of videos and their administration. */

export const videoTitleSchema = z
  .string()
  .check(z.overwrite(removeRewriting), z.trim(), z.minLength(1), z.maxLength(200), noNul);
export const videoDescriptionSchema = z.string().check(z.trim(), z.maxLength(4000), noNul);
export const videoCategorySchema = shownLine(80);
export const videoTagsSchema = z.array(shownLine(40)).check(z.maxLength(20));

export const catalogueLimits = {
  chapters: 200,
  chapterTitleCharacters: 200,
  /** A subtitle file of ten hours has about 600,000 characters. */
  captionsBytes: 1024 ** 2,
  captionLanguages: 30,
  posterBytes: 8 * 1024 ** 2,
} as const;

export const chapterSchema = z.object({
  startSeconds: z.number().check(z.gte(0), z.lte(360_000)),
  title: shownLine(catalogueLimits.chapterTitleCharacters),
});
export type Chapter = z.infer<typeof chapterSchema>;
export const chaptersSchema = z.array(chapterSchema).check(z.maxLength(catalogueLimits.chapters));

const places = z.array(shownLine(100)).check(z.maxLength(200));
/**
 * The audience of a video. A learner must match each kind of place that is given; a member of one
 * of the groups need not. Without `everyone` and without any of these, it has no audience.
 */
export const audienceSchema = z.object({
  everyone: z.boolean(),
  kendraTypes: places,
  countries: places,
  districts: places,
  groupIds: z.array(idSchema).check(z.maxLength(200)),
});
export type Audience = z.infer<typeof audienceSchema>;

export const captionLabelSchema = shownLine(60);
export const captionTrackSchema = z.object({ language: z.string(), label: z.string() });
export type CaptionTrack = z.infer<typeof captionTrackSchema>;

/** Describes the file that becomes a new video; all as text, as forms hold it. */
export const videoFieldsSchema = z.object({
  title: videoTitleSchema,
  description: z._default(videoDescriptionSchema, ''),
  publish: z._default(z.enum(['true', 'false']), 'false'),
});
/** Names the announced video that the file is for. */
export const uploadTargetSchema = z.object({ videoId: idSchema });

/** One video as its viewer sees it. */
export const videoDetailSchema = z.extend(videoSchema, {
  tags: z.array(z.string()),
  chapters: z.array(chapterSchema),
  captions: z.array(captionTrackSchema),
});
export type VideoDetail = z.infer<typeof videoDetailSchema>;

/** The publication state of a video, from draft to ended, by its switch and its schedule. */
const videoReleases = ['draft', 'scheduled', 'published', 'ended'] as const;

const leftOutSchema = z.object({
  kind: z.enum(['sound', 'picture', 'text', 'cover', 'data']),
  /** As ffmpeg names it; `unreadable` for subtitles of letters that could not be read. */
  codec: z.string(),
  /** RFC 5646; null where the file says nothing. */
  language: z.nullable(z.string()),
});
/** A track of the uploaded file that nothing became of. */
export type LeftOutTrack = z.infer<typeof leftOutSchema>;

/** A video as shown to administrators. */
export const managedVideoSchema = z.extend(videoDetailSchema, {
  release: z.enum(videoReleases),
  /** Whether an administrator chose the poster; else it is the one made from the video. */
  isPosterChosen: z.boolean(),
  /**
   * A poster that is being made, or the last that failed; until it is ready, the previous one is
   * shown.
   */
  posterChoice: z.nullable(
    z.object({ state: z.enum(['waiting', 'failed']), diskWait: z.nullable(diskWaitSchema) }),
  ),
  /** The last renewal of its keys: on its way, or how and when it ended. */
  keyRenewal: z.nullable(
    z.object({
      state: z.enum(['waiting', 'done', 'failed']),
      at: instantSchema,
      diskWait: z.nullable(diskWaitSchema),
    }),
  ),
  publishAt: z.nullable(instantSchema),
  unpublishAt: z.nullable(instantSchema),
  audience: audienceSchema,
  /** Classes of quality that it was made in, the lowest first. */
  qualities: z.array(z.enum(['AUDIO', 'SD', 'HD'])),
  /** Of the uploaded file. */
  fileSizeBytes: z.nullable(z.number()),
  /** What else the uploaded file held; of hundreds of tracks the first 50. */
  leftOut: z.array(leftOutSchema),
  /** How often playback of it was opened, by all users together. */
  views: z.int(),
  /** Send it back with an edit: an edit of something else than what was seen is refused. */
  updatedAt: instantSchema,
  /** When it was deleted, and until when that can be undone. */
  deletedAt: z.nullable(instantSchema),
  removedAfter: z.nullable(instantSchema),
});

export type ManagedVideo = z.infer<typeof managedVideoSchema>;

/** A named group of users that can be the audience of videos. */
export const userGroupSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Members in the caller's scope. */
  memberCount: z.int(),
  /** When one of them signed in last. */
  lastLoginAt: z.nullable(instantSchema),
  /** Whether all members are in the caller's scope, which renaming, deleting and members need. */
  isWithinScope: z.boolean(),
  createdAt: instantSchema,
});
export type UserGroup = z.infer<typeof userGroupSchema>;
export const userGroupNameSchema = shownLine(100);
/** Groups that one user is put into or taken from with one call. */
export const userGroupIdsSchema = z.array(idSchema).check(z.maxLength(100));
