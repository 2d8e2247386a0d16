import type { Video } from '@prahari/contract';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useMayKeepCopies } from '../../domain/offline/use-may-keep-copies.ts';
import { computeWatchedShare } from '../../domain/watching/watched-share.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { loadTexts } from '../../shared/i18n/i18n.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { StatusBadge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useGlimpse } from './use-glimpse.ts';
import styles from './VideoCard.module.css';

const cx = classNames(styles);

/**
 * Fetched with the first card on which the pointer or the focus rests. If that fails, the poster
 * stays.
 */
const StoryboardPreview = lazy(() =>
  import('./StoryboardPreview.tsx').then(
    (m): { default: ComponentType<{ readonly url: string }> } => ({ default: m.StoryboardPreview }),
    () => ({ default: () => null }),
  ),
);

/** Fetched only where there may be copies; a card does without what can't be fetched. */
const CopyBadge = lazy(() =>
  Promise.all([import('../../domain/offline/CopyBadge.tsx'), loadTexts('offline')]).then(
    ([m]): { default: ComponentType<{ readonly videoId: string }> } => ({ default: m.CopyBadge }),
    () => ({ default: () => null }),
  ),
);

interface VideoCardProps {
  readonly video: Video;
  /** Only its title and what is left of it, beside a small picture. */
  readonly short?: boolean;
  /** The pointer or the focus is on a video that can be watched. */
  readonly onIntent: (video: Video) => void;
  readonly onOpen: (video: Video) => void;
}

/** One video; a link when it can be watched. */
export function VideoCard({ video, short = false, onIntent, onOpen }: VideoCardProps) {
  const isBlocked = video.termination !== null;
  const share = isBlocked
    ? null
    : computeWatchedShare(video.resumeAtSeconds, video.durationSeconds);
  const glimpse = useGlimpse(video.storyboardUrl !== null && !isBlocked);
  const content = (
    <CardContent video={video} share={share} isShort={short} showsGlimpses={glimpse.isResting} />
  );
  if (video.status !== 'ready') return <article className={cx('card')}>{content}</article>;
  return (
    <Link
      to={`/watch/${video.id}`}
      className={cx(
        'card',
        short && 'short',
        share !== null && 'withResume',
        isBlocked && 'blocked',
      )}
      onPointerEnter={() => {
        glimpse.enter();
        onIntent(video);
      }}
      onPointerLeave={glimpse.leave}
      onFocus={() => {
        glimpse.enter();
        onIntent(video);
      }}
      onBlur={glimpse.leave}
      onClick={(click) => {
        // With a key held, a new tab opens, which starts by itself.
        if (!(click.metaKey || click.ctrlKey || click.shiftKey)) onOpen(video);
      }}
    >
      {content}
    </Link>
  );
}

interface CardContentProps {
  readonly video: Video;
  readonly share: number | null;
  readonly isShort: boolean;
  readonly showsGlimpses: boolean;
}

function CardContent({ video, share, isShort, showsGlimpses }: CardContentProps) {
  const { t } = useText();
  const mayKeep = useMayKeepCopies();
  const format = useFormat();
  const isReady = video.status === 'ready' && video.termination === null;
  return (
    <>
      <div className={cx('picture')}>
        <Poster url={video.cardUrl ?? video.posterUrl} />
        {showsGlimpses && video.storyboardUrl !== null ? (
          <Suspense fallback={null}>
            <StoryboardPreview url={video.storyboardUrl} />
          </Suspense>
        ) : null}
        {isReady ? (
          <span className={cx('play')} aria-hidden="true">
            <Icon name="play" size={24} />
          </span>
        ) : null}
        {video.durationSeconds === null ? null : (
          <span className={cx('duration')}>
            <VisuallyHidden>{t('library.duration')} </VisuallyHidden>
            {format.duration(video.durationSeconds)}
          </span>
        )}
        {share === null ? null : (
          <div className={cx('resume')} aria-hidden="true">
            <div className={cx('resumeFill')} style={{ transform: `scaleX(${share})` }} />
          </div>
        )}
      </div>
      <div className={cx('body')}>
        <h3 className={cx('title')}>{video.title}</h3>
        <div className={cx('badges')}>
          <VideoBadge video={video} />
          {share === null ? null : (
            <p className={cx('continue')}>
              {t('library.timeLeft', {
                time: format.duration((video.durationSeconds ?? 0) - (video.resumeAtSeconds ?? 0)),
              })}
            </p>
          )}
          {isReady && mayKeep ? (
            <Suspense fallback={null}>
              <CopyBadge videoId={video.id} />
            </Suspense>
          ) : null}
          {isShort ? null : (
            <p className={cx('meta')} title={format.date(new Date(video.createdAt))}>
              <About video={video} />
            </p>
          )}
        </div>
        {video.description && !isShort ? (
          <p className={cx('description')}>{video.description}</p>
        ) : null}
        {video.termination === null ? null : (
          <p className={cx('foot')}>
            {t(
              video.termination.reviewRequestedAt === null
                ? 'library.blockedText'
                : 'library.reviewAsked',
            )}
          </p>
        )}
      </div>
    </>
  );
}

/** Subject, level and kind; a lesson that has none of these says since when it is there. */
function About({
  video: { category, difficulty, type, createdAt },
}: Pick<CardContentProps, 'video'>) {
  const { t } = useText();
  const format = useFormat();
  const known = [
    category,
    difficulty === null ? null : t(`library.${difficulty}`),
    type === null ? null : t(`library.${type}`),
  ].filter((part) => part !== null);
  return known.length === 0 ? format.date(new Date(createdAt)) : known.join(' · ');
}

function VideoBadge({ video }: { readonly video: Video }) {
  const { t } = useText();
  if (video.status === 'processing') {
    return (
      <StatusBadge tone="info" pulsing>
        {t('library.processing')}
      </StatusBadge>
    );
  }
  if (video.termination !== null) {
    return <StatusBadge tone="danger">{t('library.blocked')}</StatusBadge>;
  }
  if (!video.published) return <StatusBadge tone="warning">{t('library.draft')}</StatusBadge>;
  if (video.completedAt === null) return null;
  return <StatusBadge tone="success">{t('library.completed')}</StatusBadge>;
}

/** The video's picture, or a neutral one while there is none or it can't be loaded. */
function Poster({ url }: { readonly url: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url === null || url === failedUrl) {
    return (
      <span className={cx('fallback')}>
        <Icon name="film" size={40} />
      </span>
    );
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      className={cx('poster')}
      onError={() => setFailedUrl(url)}
    />
  );
}
