import { endpoints, type Video } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { mayPlayHere } from '../../domain/device/may-play-here.ts';
import { shortVideoKey } from '../../domain/query-keys.ts';
import { useApi } from '../../shared/api/api-context.ts';
import { isMissing } from '../../shared/api/refusal.ts';
import { Time } from '../../shared/format/Time.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { PageTitle } from '../../shared/page-title/PageTitle.tsx';
import { Link } from '../../shared/routing/Link.tsx';
import { useParams } from '../../shared/routing/use-address.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { BesideVideoProps } from './BesideVideo.tsx';
import { preparePlayer } from './engine/start/start-engine.ts';
import { frameAttribute } from './fullscreen/filling.ts';
import { lazyInPlayer } from './lazy-in-player.ts';
import { Player } from './Player.tsx';
import { DeviceGuard } from './protection/device/DeviceGuard.tsx';
import { reportFailure } from './report/report-failure.ts';
import { createBrowserReporterPorts } from './report/use-reporter.ts';
import stageStyles from './Stage.module.css';
import type { SteerableVideo } from './Stage.tsx';
import { watchTouches } from './up-next/idle-clock.ts';
import { useMoved, useNear } from './use-near.ts';
import styles from './WatchPage.module.css';

if (mayPlayHere()) preparePlayer();

const cx = classNames(styles);
const BesideVideo = lazyInPlayer(() => import('./BesideVideo.tsx').then((m) => m.BesideVideo));
const NoSuchVideo = lazyInPlayer(() => import('./NoSuchVideo.tsx').then((m) => m.NoSuchVideo));

export function WatchPage() {
  const { t } = useText();
  const api = useApi();
  const { id = '' } = useParams();
  const video = useVideo(id);
  const [steerable, setSteerable] = useState<SteerableVideo | null>(null);
  const [isBegun, setIsBegun] = useState(false);
  const follow = useCallback((open: SteerableVideo | null) => {
    setSteerable(open);
    // Parts that appear after the first picture stay when the video is interrupted.
    if (open) setIsBegun(true);
  }, []);
  useEffect(() => {
    if (isBegun) watchTouches();
  }, [isBegun]);
  if (isMissing(video.error)) {
    return (
      <Suspense>
        <NoSuchVideo />
      </Suspense>
    );
  }
  return (
    <article className={cx('page')}>
      <Link to="/" className={cx('back')}>
        <Icon name="arrow-left" size={16} />
        {t('player.backToLibrary')}
      </Link>
      <div {...{ [frameAttribute]: '' }} className={stageStyles['frame']}>
        <DeviceGuard key={id} videoId={id}>
          <Player
            videoId={id}
            exists={!video.isPending}
            onSteerable={follow}
            onError={(failure) => reportFailure(createBrowserReporterPorts(api), failure)}
          />
        </DeviceGuard>
      </div>
      <About videoId={id} />
      {isBegun ? <BelowVideo key={id} videoId={id} steerable={steerable} /> : null}
    </article>
  );
}

/** So far below the window it is fetched for a learner who may come to it. */
const AHEAD_PIXELS = 256;
/** For one who has done nothing yet, more of it has to be seen than a heading is high. */
const SEEN_PIXELS = -64;

/**
 * Keeps the place of what stands below the video: those who only wait for the video fetch
 * nothing of it (`scripts` in bench/).
 */
function BelowVideo(beside: BesideVideoProps) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place, useMoved() ? AHEAD_PIXELS : SEEN_PIXELS);
  const loading = <p className={cx('loading')}>{t('common.loading')}</p>;
  return (
    <div ref={place} className={cx('below')}>
      {isNear ? (
        <Suspense fallback={loading}>
          <BesideVideo {...beside} />
        </Suspense>
      ) : (
        loading
      )}
    </div>
  );
}

function useVideo(videoId: string) {
  const api = useApi();
  return useQuery({
    queryKey: shortVideoKey(videoId),
    queryFn: (): Promise<Video> => api.call(endpoints.videos.get, { params: { id: videoId } }),
  });
}

function About({ videoId }: { readonly videoId: string }) {
  const { t } = useText();
  const format = useFormat();
  const video = useVideo(videoId);
  // The player above shows what is wrong with the video.
  if (video.isError) return null;
  if (video.isPending) {
    return (
      <div className={cx('about')} aria-busy="true">
        <Skeleton shape="title" width="40%" />
        <Skeleton width="70%" />
      </div>
    );
  }
  const { title, description, durationSeconds, createdAt, completedAt, termination } = video.data;
  return (
    <div className={cx('about')}>
      <PageTitle text={title} />
      <h1 className={cx('title')}>{title}</h1>
      <div className={cx('meta')}>
        {durationSeconds === null ? null : `${format.duration(durationSeconds)} · `}
        <Time value={createdAt} show="date" />
        {completedAt === null || termination !== null ? null : (
          <span className={cx('completed')} title={format.dateTime(new Date(completedAt))}>
            <StatusBadge tone="success">{t('library.completed')}</StatusBadge>
          </span>
        )}
      </div>
      {description ? <p className={cx('description')}>{description}</p> : null}
    </div>
  );
}
