import { ShieldX } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './ViolationOverlay.module.css';

const cx = classNames(styles);

/** Shows the third violation: access to this video has ended until an administrator restores it. */
export function TerminatedOverlay({ reason }: { readonly reason?: ReactNode }) {
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
      <Link to="/" className={cx('button')}>
        {t('player.goToLibrary')}
      </Link>
    </div>
  );
}
