import type { ManagedVideo } from '@prahari/contract';
import type { Tone } from '../../../ui/Badge.tsx';
import type { VideoDraft } from './video-draft.ts';

/** The states of the file of a video: whether it can be watched says nothing of who may. */
export const STATUSES = {
  empty: { text: 'videos.empty', tone: 'neutral' },
  processing: { text: 'videos.processing', tone: 'info' },
  ready: { text: 'videos.ready', tone: 'success' },
  failed: { text: 'videos.failed', tone: 'danger' },
} as const satisfies Record<ManagedVideo['status'], { text: string; tone: Tone }>;

/** The labels of the form's fields. */
export const FIELD_TEXTS = {
  title: 'videos.videoTitle',
  description: 'videos.description',
  category: 'videos.category',
  difficulty: 'videos.difficulty',
  type: 'videos.type',
  language: 'videos.language',
  tags: 'videos.tags',
  chapters: 'videos.chapters',
  everyone: 'videos.everyone',
  kendraTypes: 'videos.kendraTypes',
  countries: 'videos.countries',
  districts: 'videos.districts',
  groupIds: 'videos.groups',
} as const satisfies Record<keyof VideoDraft, string>;
