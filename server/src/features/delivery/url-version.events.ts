/** Tells every process that older signed paths of a video are cut: `video.count`. */
export const pathsCutChannel = 'video_paths_cut';
