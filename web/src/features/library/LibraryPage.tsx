import type { Video } from '@prahari/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { shortVideoKey } from '../../domain/query-keys.ts';
import { computeWatchedShare } from '../../domain/watching/watched-share.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { PageTitle } from '../../shared/page-title/PageTitle.tsx';
import { useLocation, useNavigate } from '../../shared/routing/use-address.ts';
import { runWhenIdle } from '../../shared/timing/run-when-idle.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { countListed, LibraryFilters } from './LibraryFilters.tsx';
import styles from './LibraryPage.module.css';
import {
  isNarrowed,
  type LibraryView,
  readLibraryView,
  wholeLibrary,
  writeLibraryView,
} from './library-view.ts';
import { useFacets, useLibraryVideos, useStartedVideos } from './use-library.ts';
import { LibrarySkeleton, NoVideos, VideoGrid } from './VideoGrid.tsx';

const cx = classNames(styles);

export interface LibraryPageProps {
  /** The video that is likeliest to be watched next, once it is known. */
  readonly onLikely: (videoId: string) => void;
  /** Called when a user is about to watch a video. */
  readonly onIntent: (videoId: string) => void;
  /** Called when a user chose a video; its page is about to be shown. */
  readonly onOpen: (videoId: string) => void;
}

/** `/`: the videos to watch. Search and filters are part of the address. */
export function LibraryPage({ onLikely, onIntent, onOpen }: LibraryPageProps) {
  const { t } = useText();
  const [view, setView] = useLibraryView();
  const [areListsOpen, setListsOpen] = useState(countListed(view) > 0);
  const videos = useLibraryVideos(view);
  const narrowed = isNarrowed(view);
  const started = useStartedVideos();
  const facets = useFacets();
  // Shown together: what comes later would push away what one reads.
  const isOnItsWay = videos.isPending || started.isLoading || facets.isLoading;
  const answers = useQueryClient();
  const errorText = useErrorText();
  const loaded = videos.data?.pages.flatMap((page) => page.items) ?? [];
  // Only administrators see failed ones, and find them among the uploads.
  const items = loaded.filter(({ status }) => status !== 'failed');
  const total = (videos.data?.pages[0]?.total ?? 0) - (loaded.length - items.length);
  const begun = narrowed || isOnItsWay ? [] : (started.data?.items.filter(isBegun) ?? []);

  const likely = (begun[0] ?? items.find(isBegun) ?? items.find(isReady))?.id;
  const foretell = useEffectEvent(onLikely);
  useEffect(() => {
    if (likely !== undefined) runWhenIdle(() => foretell(likely));
  }, [likely]);

  const watching = {
    onIntent(video: Video) {
      // The watch page shows what is known here, and asks only when that is old.
      const { dataUpdatedAt: updatedAt } = videos;
      answers.setQueryData(shortVideoKey(video.id), video, { updatedAt });
      onIntent(video.id);
    },
    onOpen: ({ id }: Video) => onOpen(id),
  };
  const clear = () => setView({ ...wholeLibrary, sort: view.sort });
  const count = t('library.lessonCount', { count: total });

  return (
    <>
      <PageTitle text={t('library.title')} />
      <PageHeader
        inline
        title={t('library.title')}
        description={videos.data && (total > 0 || narrowed) ? count : t('library.welcome')}
      />
      {begun.length > 0 ? (
        <section className={cx('row')} aria-label={t('library.continueTitle')}>
          <h2 className={cx('rowTitle')}>{t('library.continueTitle')}</h2>
          <VideoGrid items={begun} short {...watching} />
        </section>
      ) : null}
      <VisuallyHidden>
        <span role="status">{narrowed && !videos.isFetching ? count : ''}</span>
      </VisuallyHidden>
      {isOnItsWay ? <LibrarySkeleton /> : null}
      {videos.isError && !videos.data ? (
        <ErrorState
          title={t('library.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={videos.isFetching}
          onRetry={() => void videos.refetch()}
        >
          <span title={errorText(videos.error).reference}>{errorText(videos.error).text}</span>
        </ErrorState>
      ) : null}
      {(total > 0 || narrowed) && !isOnItsWay ? (
        <section aria-label={t('library.allLessons')}>
          <LibraryFilters
            facets={facets}
            view={view}
            onChange={(change) => setView({ ...view, ...change })}
            onClear={clear}
            areListsOpen={areListsOpen}
            onListsOpen={setListsOpen}
          />
          {items.length > 0 ? (
            <VideoGrid items={items} stale={videos.isPlaceholderData} {...watching} />
          ) : null}
        </section>
      ) : null}
      {videos.data && items.length === 0 && !isOnItsWay ? (
        <NoVideos view={view} onClear={clear} />
      ) : null}
      {videos.isFetchNextPageError ? (
        <p className={cx('more')} role="alert">
          {errorText(videos.error).text}
        </p>
      ) : null}
      {videos.hasNextPage ? (
        <div className={cx('more')}>
          <Button loading={videos.isFetchingNextPage} onClick={() => void videos.fetchNextPage()}>
            {t(videos.isFetchNextPageError ? 'common.retry' : 'library.loadMore')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

const isReady = ({ status, termination }: Video) => status === 'ready' && termination === null;
const isBegun = (video: Video) =>
  isReady(video) && computeWatchedShare(video.resumeAtSeconds, video.durationSeconds) !== null;

/** Keeps the view in the address: found again after a reload, by the back button, by a colleague. */
function useLibraryView() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => readLibraryView(search), [search]);
  const setView = useCallback(
    (next: LibraryView) => navigate({ search: writeLibraryView(next) }, { replace: true }),
    [navigate],
  );
  return [view, setView] as const;
}
