import { ShieldX } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { lazyInPlayer } from '../lazy-in-player.ts';
import styles from './ViolationOverlay.module.css';

const cx = classNames(styles);
const ReviewRequest = lazyInPlayer(() =>
  import('./ReviewRequest.tsx').then((m) => m.ReviewRequest),
);

export interface TerminatedOverlayProps {
  readonly videoId: string;
  readonly reason?: ReactNode;
}

/**
 * Shows the third violation: access to this video has ended until an administrator restores it, who
 * can be asked to.
 */
export function TerminatedOverlay({ videoId, reason }: TerminatedOverlayProps) {
  const { t } = useText();
  const titleId = useId();
  const textId = useId();
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.focus(), []);
  return (
    <div
      ref={dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      tabIndex={-1}
      className={cx('overlay', 'terminated')}
    >
      <span className={cx('emblem')} aria-hidden="true">
        <ShieldX size="2rem" strokeWidth={1.75} />
      </span>
      <h2 id={titleId} className={cx('title')}>
        {t('protection.terminatedTitle')}
      </h2>
      <div id={textId} className={cx('words')}>
        {reason}
        <p className={cx('text')}>{t('protection.terminatedText')}</p>
      </div>
      <Suspense>
        <ReviewRequest videoId={videoId} />
      </Suspense>
      <Link to="/" className={cx('quiet')}>
        {t('player.goToLibrary')}
      </Link>
    </div>
  );
}
