import * as z from 'zod/mini';
import { amount, anyOf, idSchema, textFilter } from './fields.ts';
import { videoStatuses } from './video.ts';
import { videoListQuery } from './video-list-query.ts';

/** The filters of administrators' video lists; kept out of the script of a learner's first page. */
export const managedVideoListQuery = z.extend(videoListQuery, {
  category: textFilter,
  tag: textFilter,
  /** Only those whose audience names this user group. */
  groupId: z.optional(idSchema),
  deleted: z.optional(z.enum(['true', 'false'])),
  status: anyOf(videoStatuses),
  /** Of the lesson in seconds, and of the uploaded file in bytes; both ends included. */
  durationFrom: amount({ digits: 9, decimals: 3 }),
  durationTo: amount({ digits: 9, decimals: 3 }),
  sizeFrom: amount({ digits: 15 }),
  sizeTo: amount({ digits: 15 }),
});
