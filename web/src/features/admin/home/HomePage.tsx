import { type AdminHome, endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { AttentionCard } from './AttentionCard.tsx';
import styles from './Home.module.css';
import { JobsCard, PlayingCard } from './LiveCards.tsx';
import { NewestCard } from './NewestCard.tsx';
import { SetupCard } from './SetupCard.tsx';
import { Tiles } from './Tiles.tsx';
import { MostPlayedCard, WeekCard, WeekShape } from './WeekCard.tsx';

const cx = classNames(styles);
const refreshMs = 15_000;
/** Charts of days: a few plays more change them little. */
const weekRefreshMs = 300_000;

/**
 * `/admin`: what needs attention, what is going on now, and the set-up guide of a new installation.
 */
export function HomePage() {
  const { t } = useText();
  const { may } = useRights();
  return (
    <>
      <PageTitle text={t('home.title')} />
      <PageHeader
        title={t('home.title')}
        description={t('home.subtitle')}
        actions={
          may('videos.write') ? (
            <Link to="/admin/uploads" className={getButtonClass('primary')}>
              <Icon name="upload" size={18} />
              {t('home.upload')}
            </Link>
          ) : null
        }
      />
      <Content />
    </>
  );
}

function Content() {
  const { t } = useText();
  const errorText = useErrorText();
  const format = useFormat();
  const home = useAdminHome();
  if (home.isPending) return <Shape />;
  if (!home.data) {
    const { text, reference } = errorText(home.error);
    return (
      <ErrorState
        title={t('home.errorTitle')}
        retryLabel={t('common.retry')}
        retrying={home.isFetching}
        onRetry={() => void home.refetch()}
      >
        <span title={reference}>{text}</span>
      </ErrorState>
    );
  }
  return (
    <div className={cx('page')}>
      {home.isError ? (
        <div className={cx('stale')} role="status">
          <p>{t('home.stale', { time: format.dateTime(new Date(home.data.at)) })}</p>
          <Button
            size="compact"
            icon="refresh"
            loading={home.isFetching}
            onClick={() => void home.refetch()}
          >
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
      <Parts home={home.data} />
    </div>
  );
}

function Parts({ home }: { readonly home: AdminHome }) {
  const { setup, playing, jobs, people, storage } = home;
  const { data: week, isPending } = useAdminWeek();
  const videos = week?.plays?.videos ?? [];
  const isPlaying = playing !== null && playing.items.length > 0;
  const hasThird = videos.length > 0 || isPlaying || people !== null;
  return (
    <>
      {setup ? <SetupCard steps={setup} /> : null}
      <Tiles home={home} />
      <div className={cx('columns', hasThird && 'three')}>
        <div className={cx('cards')}>
          <AttentionCard home={home} />
          {jobs && jobs.items.length > 0 ? <JobsCard jobs={jobs} /> : null}
        </div>
        <div className={cx('cards')}>
          {isPending && people ? <WeekShape /> : null}
          {week?.plays || week?.signIns ? <WeekCard week={week} /> : null}
        </div>
        {hasThird ? (
          <div className={cx('cards')}>
            {videos.length > 0 ? (
              <MostPlayedCard videos={videos} areLinks={storage !== null} />
            ) : null}
            {isPlaying ? <PlayingCard playing={playing} /> : null}
            {people ? <NewestCard /> : null}
          </div>
        ) : null}
      </div>
    </>
  );
}

/** The shape of what is on its way. */
function Shape() {
  const { t } = useText();
  return (
    <Loading label={t('common.loading')}>
      <div className={cx('page')}>
        <Skeleton />
        <div className={cx('columns')}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
      </div>
    </Loading>
  );
}

/** Asks again every quarter of a minute while the page is in sight, and when it comes back. */
function useAdminHome() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.adminHome,
    queryFn: () => api.call(endpoints.adminHome.get, {}),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });
}

function useAdminWeek() {
  const api = useApi();
  const query = { utcOffsetMinutes: -new Date().getTimezoneOffset() };
  return useQuery({
    queryKey: [...queryKeys.adminWeek, query],
    queryFn: () => api.call(endpoints.adminHome.week, { query }),
    refetchInterval: weekRefreshMs,
  });
}
