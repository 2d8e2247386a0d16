import * as z from 'zod/mini';
import { textFilter } from './fields.ts';
import { videoStatuses } from './video.ts';
import { videoListQuery } from './video-list-query.ts';

/** What administrators filter videos by; apart from what a learner's first page brings along. */
export const managedVideoListQuery = z.extend(videoListQuery, {
  category: textFilter,
  tag: textFilter,
  deleted: z.optional(z.enum(['true', 'false'])),
  status: z.optional(z.enum(videoStatuses)),
});
