import type { UnfinishedUpload } from '@prahari/contract';
import type { ResumableUpload } from './resumable-uploads.repository.ts';

/** Presents an upload under way to its owner. */
export function presentUnfinishedUpload(row: ResumableUpload): UnfinishedUpload {
  return {
    id: row.id,
    videoId: row.video_id,
    title: row.title,
    fileName: row.file_name,
    fileSizeBytes: row.file_size_bytes,
    fileModifiedAt: row.file_modified_at?.toISOString() ?? null,
    offsetBytes: row.offset_bytes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
