/** Every call for videos; a page brings along only those that it makes. */
export {
  captions,
  choosePoster,
  countAudience,
  countByGroup,
  create,
  getManaged,
  insights,
  listManaged,
  putCaptions,
  remove,
  removeCaptions,
  removePoster,
  renewKeys,
  restore,
  update,
  uploadPoster,
} from './video-catalogue.ts';
export { categories, languages, tags } from './video-facets.ts';
export { list } from './video-list.ts';
export {
  accessValidation,
  analytics,
  get,
  manifestDash,
  manifestHls,
  next,
  openAhead,
  protection,
  secureManifest,
  stream,
} from './video-playback.ts';
export { prefetch } from './video-prefetch.ts';
export { requestReview } from './video-review.ts';
