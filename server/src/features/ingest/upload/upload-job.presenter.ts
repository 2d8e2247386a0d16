import type { UploadJob } from '@prahari/contract';
import { presentDiskWait } from '../../../platform/disk/disk-wait.ts';
import type { UploadJobRow } from './upload-jobs.repository.ts';

/** Presents an upload job to administrators. */
export function presentUploadJob(row: UploadJobRow): UploadJob {
  return {
    kind: 'video',
    id: row.id,
    videoId: row.video_id,
    title: row.title,
    fileName: row.file_name,
    fileSizeBytes: row.file_size_bytes,
    state: row.state,
    step: row.step,
    progress: row.progress,
    speed: row.speed,
    etaSeconds: row.eta_seconds,
    failure:
      row.failure_code === null
        ? null
        : { code: row.failure_code, message: row.failure_message ?? '' },
    diskWait: presentDiskWait(row),
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
