/** The labels of the difficulties of videos. */
export const DIFFICULTIES = {
  beginner: 'videos.beginner',
  intermediate: 'videos.intermediate',
  advanced: 'videos.advanced',
} as const;

/** The labels of the types of videos. */
export const TYPES = {
  lecture: 'videos.lecture',
  practical: 'videos.practical',
  discussion: 'videos.discussion',
  revision: 'videos.revision',
} as const;
