import type { ManagedVideo, VideoInsights } from '@prahari/contract';
import { useReportAmounts } from '../../../domain/reports/use-report-amounts.ts';
import { useVideoInsights } from '../../../domain/videos/use-video-insights.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import styles from './VideoRail.module.css';

const cx = classNames(styles);

/** How often and how long learners watched a video in the last 30 days. */
export function UseCard({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const insights = useVideoInsights(video.id);
  return (
    <Card title={t('videos.use')}>
      {insights.isPending ? <Skeleton shape="block" /> : null}
      {insights.isError && !insights.data ? (
        <ErrorState
          title={t('videos.useFailed')}
          retryLabel={t('common.retry')}
          retrying={insights.isFetching}
          onRetry={() => void insights.refetch()}
        />
      ) : null}
      {insights.data ? <Figures insights={insights.data} views={video.views} /> : null}
    </Card>
  );
}

interface FiguresProps {
  readonly insights: VideoInsights;
  /** Since it was published first. */
  readonly views: number;
}

function Figures({ insights, views }: FiguresProps) {
  const { t } = useText();
  const format = useFormat();
  const { watched } = useReportAmounts();
  const { plays, learners, watchSeconds, isPartial, days } = insights;
  const most = Math.max(1, ...days.map((day) => day.plays));
  const inAll = views > plays ? t('videos.viewsInAll', { count: views }) : '';
  const figures = [
    [t('videos.plays'), format.number(plays), inAll],
    [t('videos.watchTime'), watched(watchSeconds), ''],
    [t('videos.viewers'), format.number(learners), ''],
  ] as const;
  return (
    <>
      <dl className={cx('figures')}>
        {figures.map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {isPartial ? t('videos.atLeast', { value }) : value}
              {note === '' ? null : <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {plays === 0 ? (
        <p className={cx('quiet')}>{t('videos.notPlayed')}</p>
      ) : (
        <div aria-hidden="true">
          <div className={cx('bars')}>
            {days.map((day) => (
              <span
                key={day.from}
                className={cx('bar')}
                title={`${format.date(new Date(day.from))}: ${format.number(day.plays)}`}
                style={{ height: `${(day.plays / most) * 100}%` }}
              />
            ))}
          </div>
          <div className={cx('ends')}>
            <span>{t('videos.daysAgo')}</span>
            <span>{t('videos.today')}</span>
          </div>
        </div>
      )}
    </>
  );
}
