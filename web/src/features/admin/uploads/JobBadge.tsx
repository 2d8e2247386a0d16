import type { UploadJob } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';

export interface JobBadgeProps {
  readonly job: Pick<UploadJob, 'state' | 'diskWait'>;
  readonly published: boolean;
}

export function JobBadge({ job, published }: JobBadgeProps) {
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
      return published ? (
        <StatusBadge tone="success">{t('uploads.statePublished')}</StatusBadge>
      ) : (
        <StatusBadge tone="warning">{t('uploads.stateReady')}</StatusBadge>
      );
  }
}
