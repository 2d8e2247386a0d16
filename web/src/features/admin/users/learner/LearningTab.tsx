import { endpoints, type LearnerReport } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../../domain/query-keys.ts';
import { FigureTiles } from '../../../../domain/reports/FigureTiles.tsx';
import { ReportFrame, useReportRange } from '../../../../domain/reports/ReportFrame.tsx';
import styles from '../../../../domain/reports/Reports.module.css';
import { useReportAmounts } from '../../../../domain/reports/use-report-amounts.ts';
import { WatchTimeCard } from '../../../../domain/reports/WatchTimeCard.tsx';
import { useApi } from '../../../../shared/api/api-context.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { EmptyState } from '../../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../../ui/Table.tsx';
import { LearnerDays } from './LearnerDays.tsx';

const cx = classNames(styles);

/** What a learner watched, how much, when and on what, and the progress by category. */
export function LearningTab({ userId }: { readonly userId: string }) {
  const { t } = useText();
  const api = useApi();
  const { range, intervalMs, controls } = useReportRange('learning', '30d');
  const report = useQuery({
    queryKey: [...queryKeys.playbackReports, 'learner', userId, range],
    queryFn: () =>
      api.call(endpoints.playbackReports.learner, {
        params: { id: userId },
        query: { timeRange: range },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: intervalMs,
  });
  return (
    <ReportFrame query={report} errorTitle={t('reports.loadFailed')} controls={controls}>
      {(data) => (
        <>
          {data.opened === 0 && data.watchSeconds === 0 ? (
            <EmptyState title={t('reports.emptyTitle')} icon="chart">
              {t('reports.learnerEmptyText')}
            </EmptyState>
          ) : (
            <Watching report={data} />
          )}
          <CategoriesCard report={data} />
          <LearnerDays userId={userId} timeRange={range} refetchInterval={intervalMs} />
        </>
      )}
    </ReportFrame>
  );
}

function Watching({ report }: { readonly report: LearnerReport }) {
  const { t } = useText();
  const { count, watched } = useReportAmounts();
  return (
    <>
      <FigureTiles
        figures={[
          {
            name: t('reports.watchTime'),
            value: watched(report.watchSeconds),
            about: t('reports.watchTimeAbout'),
          },
          {
            name: t('reports.videos'),
            value: count(report.videos),
            note: t('reports.openedNote', { count: report.opened }),
            about: t('reports.videosAbout'),
          },
          {
            name: t('reports.completed'),
            value: count(report.completed),
            about: t('reports.completedAbout'),
          },
          {
            name: t('reports.activeDays'),
            value: count(report.activeDays),
            about: t('reports.activeDaysAbout'),
          },
        ]}
      />
      <WatchTimeCard name="learner-watch-time" steps={report} points={report.days} />
      <Card title={t('reports.devices')} flush>
        <Table caption={t('reports.devices')}>
          <thead>
            <tr>
              <HeaderCell>{t('reports.by_system')}</HeaderCell>
              <HeaderCell>{t('reports.by_browser')}</HeaderCell>
              <HeaderCell numeric>{t('reports.attempts')}</HeaderCell>
              <HeaderCell numeric>{t('reports.watchTime')}</HeaderCell>
              <HeaderCell>{t('reports.lastUse')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {report.devices.map((device) => (
              <tr key={`${device.system} ${device.browser}`}>
                <Cell>{device.system || t('reports.unknown')}</Cell>
                <Cell>{device.browser || t('reports.unknown')}</Cell>
                <Cell numeric>{count(device.opened)}</Cell>
                <Cell numeric>{watched(device.watchSeconds)}</Cell>
                <Cell unbroken>
                  <Time value={device.lastAt} show="relative" />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </>
  );
}

function CategoriesCard({ report }: { readonly report: LearnerReport }) {
  const { t } = useText();
  const { count, share } = useReportAmounts();
  const { categories } = report;
  return (
    <Card title={t('reports.progress')} description={t('reports.progressAbout')} flush>
      {categories.length === 0 ? (
        <EmptyState small title={t('reports.noCategories')} icon="film" />
      ) : (
        <div className={cx('page')}>
          <Table caption={t('reports.progress')}>
            <thead>
              <tr>
                <HeaderCell>{t('videos.category')}</HeaderCell>
                <HeaderCell numeric>{t('reports.videos')}</HeaderCell>
                <HeaderCell numeric>{t('reports.begun')}</HeaderCell>
                <HeaderCell numeric>{t('reports.completed')}</HeaderCell>
                <HeaderCell numeric>{t('reports.completedShare')}</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {categories.map((category) => (
                <tr key={category.name}>
                  <Cell>{category.name || t('reports.noCategory')}</Cell>
                  <Cell numeric>{count(category.videos)}</Cell>
                  <Cell numeric>{count(category.begun)}</Cell>
                  <Cell numeric>{count(category.completed)}</Cell>
                  <Cell numeric>{share(category.completed / category.videos)}</Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}
