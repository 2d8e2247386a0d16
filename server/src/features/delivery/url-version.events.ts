/** Publishes to every process that URLs of a video below a version are revoked: `video.version`. */
export const urlVersionChannel = 'video_paths_cut';
