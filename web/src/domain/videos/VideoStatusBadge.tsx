import type { ManagedVideo } from '@prahari/contract';
import { Time } from '../../shared/format/Time.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './VideoStatusBadge.module.css';
import { readVideoStatus, VIDEO_STATUSES } from './video-status.ts';

const cx = classNames(styles);

interface VideoStatusBadgeProps {
  readonly video: Pick<ManagedVideo, 'status' | 'release' | 'publishAt'>;
  /** The date below, as in the column of a table. */
  readonly stacked?: boolean;
}

/** How a video stands, and from when it is published; most are published, which needs no colour. */
export function VideoStatusBadge({ video, stacked = false }: VideoStatusBadgeProps) {
  const { t } = useText();
  const status = readVideoStatus(video);
  const { text, tone } = VIDEO_STATUSES[status];
  if (status === 'published') return <span className={cx('quiet')}>{t(text)}</span>;
  return (
    <span className={cx('status', stacked && 'stacked')}>
      <StatusBadge tone={tone} pulsing={status === 'processing'}>
        {t(text)}
      </StatusBadge>
      {status === 'scheduled' && video.publishAt !== null ? (
        <span className={cx('quiet')}>
          <Time value={video.publishAt} />
        </span>
      ) : null}
    </span>
  );
}
