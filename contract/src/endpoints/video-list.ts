import { endpoint } from '../endpoint.ts';
import { pageOf } from '../fields.ts';
import { userTypes } from '../roles.ts';
import { videoSchema } from '../video.ts';
import { videoListQuery } from '../video-list-query.ts';

/** Alone in its file: the only call for videos that a learner's first page makes. */
export const list = endpoint({
  method: 'GET',
  path: '/videos',
  access: { kind: 'session', roles: userTypes },
  tag: 'Videos',
  summary: 'List the videos the caller may see, newest first by default',
  query: videoListQuery,
  data: pageOf(videoSchema),
});
