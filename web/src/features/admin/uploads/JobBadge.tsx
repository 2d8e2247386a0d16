import type { ManagedVideo, UploadJob } from '@prahari/contract';
import { VideoStatusBadge } from '../../../domain/videos/VideoStatusBadge.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';

export interface JobBadgeProps {
  readonly job: Pick<UploadJob, 'state' | 'diskWait'>;
  /** Once it is known. */
  readonly video: ManagedVideo | undefined;
}

/** How an upload stands; a finished one is said as its video is on all pages. */
export function JobBadge({ job, video }: JobBadgeProps) {
  const { t } = useText();
  if (job.diskWait) return <StatusBadge tone="warning">{t('storage.diskWait')}</StatusBadge>;
  switch (job.state) {
    case 'queued':
      return <StatusBadge>{t('uploads.stateQueued')}</StatusBadge>;
    case 'running':
      return (
        <StatusBadge tone="info" pulsing>
          {t('uploads.stateRunning')}
        </StatusBadge>
      );
    case 'failed':
      return <StatusBadge tone="danger">{t('uploads.stateFailed')}</StatusBadge>;
    case 'cancelled':
      return <StatusBadge>{t('uploads.stateCancelled')}</StatusBadge>;
    case 'completed':
      return video ? <VideoStatusBadge video={video} /> : null;
  }
}
