/** What the difficulties of videos are called. */
export const DIFFICULTIES = {
  beginner: 'videos.beginner',
  intermediate: 'videos.intermediate',
  advanced: 'videos.advanced',
} as const;

/** What the types of videos are called. */
export const TYPES = {
  lecture: 'videos.lecture',
  practical: 'videos.practical',
  discussion: 'videos.discussion',
  revision: 'videos.revision',
} as const;
