import { isAdministrator, type Video } from '@prahari/contract';
import { useSession } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { Button, getButtonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import styles from './LibraryPage.module.css';
import { isNarrowed, type LibraryView } from './library-view.ts';
import { VideoCard } from './VideoCard.tsx';

const cx = classNames(styles);
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

interface VideoGridProps {
  readonly items: readonly Video[];
  /** Still the answer to the previous query. */
  readonly stale?: boolean;
  /** Only titles and what is left of each, beside small pictures. */
  readonly short?: boolean;
  readonly onIntent: (video: Video) => void;
  readonly onOpen: (video: Video) => void;
}

export function VideoGrid(props: VideoGridProps) {
  const { items, stale = false, short = false, onIntent, onOpen } = props;
  return (
    <ul className={cx('grid', stale && 'stale', short && 'begun')} aria-busy={stale}>
      {items.map((video) => (
        <li key={video.id}>
          <VideoCard video={video} short={short} onIntent={onIntent} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

interface NoVideosProps {
  readonly view: LibraryView;
  readonly onClear: () => void;
}

/** Why there is nothing to see, and the next step. */
export function NoVideos({ view, onClear }: NoVideosProps) {
  const { t } = useText();
  const { context } = useSession();
  if (isNarrowed(view)) {
    const { search } = view;
    const isSearched = search !== '';
    return (
      <EmptyState
        title={isSearched ? t('library.noMatchTitle', { search }) : t('library.noneTitle')}
        action={<Button onClick={onClear}>{t('library.clearFilters')}</Button>}
      >
        {t(isSearched ? 'library.noMatchText' : 'library.noneText')}
      </EmptyState>
    );
  }
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
        <Link to="/admin/uploads" className={getButtonClass('primary')}>
          {t('library.uploadVideo')}
        </Link>
      }
    >
      {t('library.adminEmptyText')}
    </EmptyState>
  );
}

export function LibrarySkeleton() {
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
