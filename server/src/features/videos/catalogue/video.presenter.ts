import type { Video } from '@prahari/contract';
import type { VideoRow } from './catalogue.repository.ts';

/** A video as this viewer sees it. */
export function presentVideo(
  row: VideoRow,
  viewer: { posterUrl: string | null; resumeAtSeconds: number | null },
): Video {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    published: row.published,
    durationSeconds: row.duration_seconds,
    posterUrl: viewer.posterUrl,
    resumeAtSeconds: viewer.resumeAtSeconds,
    createdAt: row.created_at.toISOString(),
  };
}
