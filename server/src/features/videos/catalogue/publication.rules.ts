import type { VideoChange } from './catalogue.repository.ts';

/**
 * What publishing or unpublishing means for a video in this state: while it is being made ready the
 * wish is kept for then. Null when a video that failed is to be published.
 */
export function publicationChange(
  status: 'processing' | 'ready' | 'failed',
  published: boolean,
): VideoChange | null {
  if (status === 'processing') return { publish_when_ready: published };
  if (status === 'failed' && published) return null;
  return { published };
}
