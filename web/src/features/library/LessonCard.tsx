import type { Video } from '@prahari/contract';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { watchedShare } from '../../domain/watching/watched-share.ts';
import { Time } from '../../shared/format/Time.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { StatusBadge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './LessonCard.module.css';
import { useGlimpse } from './use-glimpse.ts';

const cx = classNames(styles);

/**
 * Fetched with the first card on which the pointer or the focus rests. Where it can't be, the
 * poster will do.
 */
const StoryboardPreview = lazy(() =>
  import('./StoryboardPreview.tsx').then(
    (m): { default: ComponentType<{ readonly url: string }> } => ({ default: m.StoryboardPreview }),
    () => ({ default: () => null }),
  ),
);

interface LessonCardProps {
  readonly lesson: Video;
  /** The pointer or the focus is on a lesson that can be watched. */
  readonly onIntent: (lesson: Video) => void;
  readonly onOpen: (lesson: Video) => void;
}

/** One lesson; a link when it can be watched. */
export function LessonCard({ lesson, onIntent, onOpen }: LessonCardProps) {
  const share = watchedShare(lesson.resumeAtSeconds, lesson.durationSeconds);
  const glimpse = useGlimpse(lesson.storyboardUrl !== null);
  const content = <CardContent lesson={lesson} share={share} showsGlimpses={glimpse.isResting} />;
  if (lesson.status !== 'ready') return <article className={cx('card')}>{content}</article>;
  return (
    <Link
      to={`/watch/${lesson.id}`}
      className={cx('card', share !== null && 'withResume')}
      onPointerEnter={() => {
        glimpse.enter();
        onIntent(lesson);
      }}
      onPointerLeave={glimpse.leave}
      onFocus={() => {
        glimpse.enter();
        onIntent(lesson);
      }}
      onBlur={glimpse.leave}
      onClick={(click) => {
        // With a key held, a tab of its own opens, and begins by itself.
        if (!(click.metaKey || click.ctrlKey || click.shiftKey)) onOpen(lesson);
      }}
    >
      {content}
    </Link>
  );
}

interface CardContentProps {
  readonly lesson: Video;
  readonly share: number | null;
  readonly showsGlimpses: boolean;
}

function CardContent({ lesson, share, showsGlimpses }: CardContentProps) {
  const { t } = useText();
  const format = useFormat();
  return (
    <>
      <div className={cx('picture')}>
        <Poster url={lesson.cardUrl ?? lesson.posterUrl} />
        {showsGlimpses && lesson.storyboardUrl !== null ? (
          <Suspense fallback={null}>
            <StoryboardPreview url={lesson.storyboardUrl} />
          </Suspense>
        ) : null}
        <span className={cx('badge')}>
          <LessonBadge lesson={lesson} />
        </span>
        {lesson.status === 'ready' ? (
          <span className={cx('play')} aria-hidden="true">
            <Icon name="play" size={24} />
          </span>
        ) : null}
        {lesson.durationSeconds === null ? null : (
          <span className={cx('duration')}>
            <VisuallyHidden>{t('library.duration')} </VisuallyHidden>
            {format.duration(lesson.durationSeconds)}
          </span>
        )}
        {share === null ? null : (
          <div className={cx('resume')} aria-hidden="true">
            <div className={cx('resumeFill')} style={{ transform: `scaleX(${share})` }} />
          </div>
        )}
      </div>
      <div className={cx('body')}>
        <h3 className={cx('title')}>{lesson.title}</h3>
        {lesson.description ? <p className={cx('description')}>{lesson.description}</p> : null}
        <p className={cx('foot')}>
          {share === null ? (
            <Time value={lesson.createdAt} show="date" />
          ) : (
            <span className={cx('continue')}>
              {t('library.continueAt', { time: format.duration(lesson.resumeAtSeconds ?? 0) })}
            </span>
          )}
        </p>
      </div>
    </>
  );
}

function LessonBadge({ lesson }: { readonly lesson: Video }) {
  const { t } = useText();
  if (lesson.status === 'processing') {
    return (
      <StatusBadge tone="info" pulsing>
        {t('library.processing')}
      </StatusBadge>
    );
  }
  if (!lesson.published) return <StatusBadge tone="warning">{t('library.draft')}</StatusBadge>;
  if (lesson.completedAt === null) return null;
  return <StatusBadge tone="success">{t('library.completed')}</StatusBadge>;
}

/** The lesson's picture, or a quiet one of ours while there is none or it can't be had. */
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
