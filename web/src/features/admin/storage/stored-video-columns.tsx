import type { StoredVideo } from '@prahari/contract';
import { useMemo } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { formatSize } from '../../../shared/format/use-size-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Storage.module.css';

const cx = classNames(styles);
const sumBytes = ({ mediaBytes, posterBytes }: StoredVideo) => mediaBytes + posterBytes;

/** @param largest with which the others are compared, of those shown */
export function useStoredVideoColumns(
  largest: StoredVideo | undefined,
): readonly TableColumn<StoredVideo>[] {
  const { t, language } = useText();
  const format = useFormat();
  const mostBytes = largest ? sumBytes(largest) : 0;
  return useMemo(
    () => [
      {
        key: 'title',
        title: t('videos.videoTitle'),
        value: (video) => video.title,
        render: ({ videoId, title, deletedAt }) => (
          <>
            <Link to={`/admin/videos/${videoId}`} className={cx('video')}>
              {title}
            </Link>
            {deletedAt === null ? null : ` · ${t('storage.deleted')}`}
          </>
        ),
        fixed: true,
      },
      {
        key: 'total',
        onCard: 'labelled',
        title: t('storage.total'),
        value: sumBytes,
        render: (video) => (
          <>
            {formatSize(sumBytes(video), language)}
            <span className={cx('share')} aria-hidden="true">
              <span
                className={cx('shareFill')}
                style={{ width: `${mostBytes > 0 ? (sumBytes(video) / mostBytes) * 100 : 0}%` }}
              />
            </span>
          </>
        ),
        numeric: true,
        unbroken: true,
      },
      {
        key: 'media',
        onCard: 'labelled',
        title: t('storage.kind_media'),
        value: (video) => video.mediaBytes,
        render: ({ mediaBytes }) => formatSize(mediaBytes, language),
        numeric: true,
        unbroken: true,
      },
      {
        key: 'posters',
        onCard: 'labelled',
        title: t('storage.kind_posters'),
        value: (video) => video.posterBytes,
        render: ({ posterBytes }) => formatSize(posterBytes, language),
        numeric: true,
        unbroken: true,
      },
      {
        key: 'duration',
        onCard: 'labelled',
        title: t('storage.duration'),
        value: (video) => video.durationSeconds ?? 0,
        render: ({ durationSeconds }) =>
          durationSeconds === null ? '' : format.duration(durationSeconds),
        numeric: true,
        unbroken: true,
      },
      {
        key: 'countedAt',
        onCard: 'labelled',
        title: t('storage.countedAt'),
        value: (video) => video.countedAt,
        render: ({ countedAt }) => <Time value={countedAt} show="relative" />,
        unbroken: true,
      },
    ],
    [t, format, language, mostBytes],
  );
}
