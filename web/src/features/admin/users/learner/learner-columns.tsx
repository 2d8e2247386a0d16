import type { LearnerVideo } from '@prahari/contract';
import { useMemo } from 'react';
import { computeWatchedShare } from '../../../../domain/watching/watched-share.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import type { TableColumn } from '../../../../shared/table/table-column.ts';
import { StatusBadge } from '../../../../ui/Badge.tsx';
import { describeHidden } from './hidden-texts.ts';
import { formatCheck } from './learner-view.ts';

/** The columns of a learner's videos: whether each is seen, why not, and how far it was watched. */
export function useLearnerVideoColumns(): readonly TableColumn<LearnerVideo>[] {
  const { t } = useText();
  const format = useFormat();
  return useMemo(() => {
    const reasonsOf = (video: LearnerVideo) =>
      video.reasons
        .map((reason) => describeHidden(t, format.dateTime, video, reason))
        .concat(video.termination ? [t('learner.blockedByViolations')] : [])
        .join(' · ');
    const watchedOf = ({ completedAt, resumeAtSeconds, durationSeconds }: LearnerVideo) => {
      if (completedAt !== null) return t('library.completed');
      const share = computeWatchedShare(resumeAtSeconds, durationSeconds);
      return share === null ? '' : format.percent(share);
    };
    return [
      {
        key: 'title',
        title: t('learner.video'),
        value: ({ title }) => title,
        render: ({ id, title }) => <Link to={`?${formatCheck(id)}`}>{title}</Link>,
        fixed: true,
      },
      {
        key: 'visible',
        onCard: 'beside',
        title: t('learner.visible'),
        value: (video) => t(video.isVisible ? 'common.yes' : 'common.no'),
        render: (video) => <VisibleBadge video={video} />,
        unbroken: true,
        filter: { kind: 'boolean' },
      },
      { key: 'reasons', onCard: 'beside', title: t('learner.reason'), value: reasonsOf },
      {
        key: 'watched',
        onCard: 'beside',
        title: t('learner.watched'),
        value: watchedOf,
        unbroken: true,
        filter: { kind: 'boolean' },
      },
      {
        key: 'watchedAt',
        onCard: 'labelled',
        title: t('learner.watchedAt'),
        value: ({ watchedAt }) => watchedAt ?? '',
        render: ({ watchedAt }) =>
          watchedAt === null ? null : <Time value={watchedAt} show="relative" />,
        unbroken: true,
      },
      {
        key: 'category',
        onCard: 'beside',
        title: t('videos.category'),
        value: ({ category }) => category ?? '',
        hiddenAtFirst: true,
      },
    ];
  }, [t, format]);
}

/** Whether a learner sees a video, and may play it. */
export function VisibleBadge({ video }: { readonly video: LearnerVideo }) {
  const { t } = useText();
  if (!video.isVisible) return <StatusBadge tone="neutral">{t('learner.hidden')}</StatusBadge>;
  if (video.termination) return <StatusBadge tone="danger">{t('learner.blocked')}</StatusBadge>;
  return <StatusBadge tone="success">{t('learner.seen')}</StatusBadge>;
}
