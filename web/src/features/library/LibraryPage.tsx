import { isAdministrator, type Video } from '@prahari/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../shared/api/api-context.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { PageTitle } from '../../shared/page-title/PageTitle.tsx';
import { Link } from '../../shared/routing/Link.tsx';
import { useDebounced } from '../../shared/timing/use-debounced.ts';
import { whenIdle } from '../../shared/timing/when-idle.ts';
import { watchedShare } from '../../shared/watching/watched-share.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LessonCard } from './LessonCard.tsx';
import styles from './LibraryPage.module.css';
import { useLessons } from './use-lessons.ts';

const cx = classNames(styles);
const SEARCH_REST_MS = 300;
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export interface LibraryPageProps {
  /** The lesson that is likeliest to be watched next, once it is known. */
  readonly onLikely: (videoId: string) => void;
  /** Somebody is about to watch a lesson. */
  readonly onIntent: (videoId: string) => void;
  /** Somebody chose a lesson; its page is about to be shown. */
  readonly onOpen: (videoId: string) => void;
}

export function LibraryPage({ onLikely, onIntent, onOpen }: LibraryPageProps) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_REST_MS);
  const lessons = useLessons(search);
  const answers = useQueryClient();
  const errorText = useErrorText();
  const loaded = lessons.data?.pages.flatMap((page) => page.items) ?? [];
  // Only administrators are told of failed ones, and find them among the uploads.
  const items = loaded.filter(({ status }) => status !== 'failed');
  const total = (lessons.data?.pages[0]?.total ?? 0) - (loaded.length - items.length);

  const likely = (items.find(isBegun) ?? items.find(isReady))?.id;
  const foretell = useEffectEvent(onLikely);
  useEffect(() => {
    if (likely !== undefined) whenIdle(() => foretell(likely));
  }, [likely]);

  function prepare(lesson: Video) {
    // The watch page shows what is known here, and asks only when that is old.
    const { dataUpdatedAt: updatedAt } = lessons;
    answers.setQueryData([...queryKeys.videos, lesson.id], lesson, { updatedAt });
    onIntent(lesson.id);
  }

  return (
    <>
      <PageTitle text={t('library.title')} />
      <PageHeader
        title={t('library.title')}
        description={
          total === 0 ? t('library.welcome') : t('library.lessonCount', { count: total })
        }
        actions={
          <div className={cx('tools')}>
            <TextField
              type="search"
              label={t('library.searchLabel')}
              labelHidden
              placeholder={t('library.searchPlaceholder')}
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        }
      />
      {lessons.isPending ? <LibrarySkeleton /> : null}
      {lessons.isError && !lessons.data ? (
        <ErrorState
          title={t('library.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={lessons.isFetching}
          onRetry={() => void lessons.refetch()}
        >
          <span title={errorText(lessons.error).reference}>{errorText(lessons.error).text}</span>
        </ErrorState>
      ) : null}
      {lessons.data ? (
        <Lessons
          items={items}
          search={search}
          stale={lessons.isPlaceholderData}
          onIntent={prepare}
          onOpen={({ id }) => onOpen(id)}
          onClearSearch={() => setTyped('')}
        />
      ) : null}
      {lessons.hasNextPage ? (
        <div className={cx('more')}>
          <Button loading={lessons.isFetchingNextPage} onClick={() => void lessons.fetchNextPage()}>
            {t('library.loadMore')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

const isReady = ({ status }: Video) => status === 'ready';
const isBegun = (lesson: Video) =>
  isReady(lesson) && watchedShare(lesson.resumeAtSeconds, lesson.durationSeconds) !== null;

interface LessonsProps {
  readonly items: readonly Video[];
  readonly search: string;
  /** Still the answer to the search before. */
  readonly stale: boolean;
  readonly onIntent: (lesson: Video) => void;
  readonly onOpen: (lesson: Video) => void;
  readonly onClearSearch: () => void;
}

function Lessons({ items, search, stale, onIntent, onOpen, onClearSearch }: LessonsProps) {
  const { t } = useText();
  if (items.length === 0 && search !== '') {
    return (
      <EmptyState
        title={t('library.noMatchTitle', { search })}
        action={<Button onClick={onClearSearch}>{t('library.clearSearch')}</Button>}
      >
        {t('library.noMatchText')}
      </EmptyState>
    );
  }
  if (items.length === 0) return <EmptyLibrary />;
  return (
    <ul className={cx('grid', stale && 'stale')} aria-busy={stale}>
      {items.map((lesson) => (
        <li key={lesson.id}>
          <LessonCard lesson={lesson} onIntent={onIntent} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function EmptyLibrary() {
  const { t } = useText();
  const { context } = useSession();
  if (!context || !isAdministrator(context.userType)) {
    return (
      <EmptyState title={t('library.emptyTitle')} icon="film">
        {t('library.emptyText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('library.adminEmptyTitle')}
      icon="upload"
      action={
        <Link to="/admin/uploads" className={buttonClass('primary')}>
          {t('library.uploadLecture')}
        </Link>
      }
    >
      {t('library.adminEmptyText')}
    </EmptyState>
  );
}

function LibrarySkeleton() {
  const { t } = useText();
  return (
    <div className={cx('grid')} role="status" aria-busy="true" aria-label={t('common.loading')}>
      {SKELETONS.map((key) => (
        <div key={key} className={cx('skeleton')}>
          <Skeleton shape="poster" />
          <Skeleton shape="title" />
          <Skeleton width="60%" />
        </div>
      ))}
    </div>
  );
}
