import type { ManagedVideo } from '@prahari/contract';
import type { Tone } from '../../ui/Badge.tsx';

type VideoStatus = Exclude<ManagedVideo['status'], 'ready'> | ManagedVideo['release'];

/** The one word for a video on all pages: what its file still lacks, else its publication. */
export function readVideoStatus({
  status,
  release,
}: Pick<ManagedVideo, 'status' | 'release'>): VideoStatus {
  return status === 'ready' ? release : status;
}

/** The names of these states, and their looks. */
export const VIDEO_STATUSES = {
  empty: { text: 'videos.empty', tone: 'neutral' },
  processing: { text: 'videos.processing', tone: 'info' },
  failed: { text: 'videos.failed', tone: 'danger' },
  draft: { text: 'videos.draft', tone: 'neutral' },
  scheduled: { text: 'videos.scheduled', tone: 'info' },
  published: { text: 'videos.published', tone: 'success' },
  ended: { text: 'videos.ended', tone: 'warning' },
} as const satisfies Record<VideoStatus, { text: string; tone: Tone }>;
