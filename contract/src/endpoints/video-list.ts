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
  summary: 'List the videos that this user may see, the newest first unless sorted otherwise',
  query: videoListQuery,
  data: pageOf(videoSchema),
});
