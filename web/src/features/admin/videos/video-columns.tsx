import type { ManagedVideo } from '@prahari/contract';
import { useMemo } from 'react';
import { useGroupOptions } from '../../../domain/audience/use-group-options.ts';
import { DIFFICULTIES, TYPES } from '../../../domain/videos/kind-texts.ts';
import { Thumbnail } from '../../../domain/videos/Thumbnail.tsx';
import { VideoStatusBadge } from '../../../domain/videos/VideoStatusBadge.tsx';
import { readVideoStatus, VIDEO_STATUSES } from '../../../domain/videos/video-status.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useVideoLanguages } from './use-video-languages.ts';
import styles from './Videos.module.css';
import { STATUSES } from './video-texts.ts';

const cx = classNames(styles);

/** The columns of the table of videos. */
export function useVideoColumns(): readonly TableColumn<ManagedVideo>[] {
  const { t } = useText();
  const format = useFormat();
  const languages = useVideoLanguages();
  const { options: groups } = useGroupOptions();
  return useMemo(
    () => [
      {
        key: 'title',
        title: t('videos.videoTitle'),
        value: (video) => video.title,
        render: (video) => (
          <span className={cx('rowName')}>
            <Thumbnail video={video} size="row" />
            <Link to={`/admin/videos/${video.id}`} className={cx('rowTitle')} title={video.title}>
              {video.title}
            </Link>
          </span>
        ),
        sortable: true,
        fixed: true,
      },
      {
        key: 'status',
        title: t('videos.status'),
        value: (video) => t(VIDEO_STATUSES[readVideoStatus(video)].text),
        render: (video) => <VideoStatusBadge video={video} stacked />,
        filter: {
          kind: 'multiselect',
          title: t('videos.file'),
          options: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: t(text) })),
        },
      },
      {
        key: 'release',
        title: t('videos.published'),
        value: (video) => t(VIDEO_STATUSES[video.release].text),
        hiddenAtFirst: true,
        filter: { kind: 'boolean' },
      },
      {
        key: 'audience',
        title: t('videos.audience'),
        value: ({ audience }) => t(audience.everyone ? 'videos.everyone' : 'videos.chosen'),
      },
      {
        key: 'category',
        title: t('videos.category'),
        value: (video) => video.category,
        sortable: true,
        filter: { kind: 'text' },
      },
      {
        key: 'tag',
        title: t('videos.tags'),
        value: ({ tags }) => tags.join(', '),
        hiddenAtFirst: true,
        filter: { kind: 'text' },
      },
      {
        key: 'groupId',
        title: t('videos.groups'),
        value: ({ audience }) =>
          groups
            .flatMap(({ value, label }) => (audience.groupIds.includes(value) ? [label] : []))
            .join(', '),
        hiddenAtFirst: true,
        filter: { kind: 'select', options: groups },
      },
      {
        key: 'difficulty',
        title: t('videos.difficulty'),
        value: ({ difficulty }) => (difficulty ? t(DIFFICULTIES[difficulty]) : null),
        sortable: true,
        hiddenAtFirst: true,
        filter: {
          kind: 'select',
          options: Object.entries(DIFFICULTIES).map(([value, text]) => ({ value, label: t(text) })),
        },
      },
      {
        key: 'type',
        title: t('videos.type'),
        value: ({ type }) => (type ? t(TYPES[type]) : null),
        hiddenAtFirst: true,
        filter: {
          kind: 'select',
          options: Object.entries(TYPES).map(([value, text]) => ({ value, label: t(text) })),
        },
      },
      {
        key: 'language',
        title: t('videos.language'),
        value: ({ language }) => language && format.language(language),
        hiddenAtFirst: true,
        filter: { kind: 'select', options: languages },
      },
      {
        key: 'qualities',
        title: t('videos.qualities'),
        value: (video) => video.qualities.filter((quality) => quality !== 'AUDIO').join(', '),
        hiddenAtFirst: true,
      },
      {
        key: 'fileSizeBytes',
        title: t('videos.size'),
        value: (video) => video.fileSizeBytes,
        render: ({ fileSizeBytes }) => (fileSizeBytes === null ? '' : format.bytes(fileSizeBytes)),
        hiddenAtFirst: true,
        numeric: true,
        unbroken: true,
        filter: { kind: 'numberrange', title: t('videos.sizeInMegabytes') },
      },
      {
        key: 'views',
        title: t('videos.views'),
        value: (video) => video.views,
        render: ({ views }) => format.number(views),
        numeric: true,
      },
      {
        key: 'durationSeconds',
        title: t('videos.duration'),
        value: (video) => video.durationSeconds,
        render: ({ durationSeconds }) =>
          durationSeconds === null ? '' : format.duration(durationSeconds),
        numeric: true,
        sortable: true,
        filter: { kind: 'numberrange', title: t('videos.durationInMinutes') },
      },
      {
        key: 'createdAt',
        title: t('videos.created'),
        value: (video) => video.createdAt,
        render: (video) => <Time value={video.createdAt} show="date" />,
        unbroken: true,
        sortable: true,
      },
      {
        key: 'deletedAt',
        title: t('videos.deleted'),
        value: (video) => video.deletedAt,
        render: ({ deletedAt }) => (deletedAt ? <Time value={deletedAt} show="day" /> : null),
        hiddenAtFirst: true,
        filter: { kind: 'boolean' },
      },
    ],
    [t, format, languages, groups],
  );
}
