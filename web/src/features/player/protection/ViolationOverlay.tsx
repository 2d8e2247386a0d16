import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Warning } from './ladder/violation-ladder.ts';
import styles from './ViolationOverlay.module.css';

const cx = classNames(styles);

export interface ViolationOverlayProps {
  readonly warning: Warning;
  /** What it is about. */
  readonly reason?: ReactNode;
  /** Developer tools were asked for: nothing was recorded. */
  readonly isOfTools?: boolean;
  readonly onDismiss: () => void;
}

/** Shows the first and the second warning; a click closes the first, and time closes both. */
export function ViolationOverlay({
  warning,
  reason,
  isOfTools = false,
  onDismiss,
}: ViolationOverlayProps) {
  const { t } = useText();
  const titleId = useId();
  const textId = useId();
  const dialog = useRef<HTMLDivElement>(null);
  const isFirst = warning.level === 'first';
  const secondsLeft = useSecondsLeft(warning.untilMs);

  useEffect(() => {
    if (warning.untilMs > 0) dialog.current?.focus();
  }, [warning]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button within does the same by key
    <div
      ref={dialog}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={titleId}
      aria-describedby={textId}
      tabIndex={-1}
      className={cx('overlay', isFirst ? 'first' : 'second')}
      onClick={isFirst ? onDismiss : undefined}
    >
      <span className={cx('emblem')} aria-hidden="true">
        <ShieldAlert size="2rem" strokeWidth={1.75} />
      </span>
      <h2 id={titleId} className={cx('title')}>
        {isFirst ? t('protection.firstTitle') : t('protection.secondTitle')}
      </h2>
      <div id={textId} className={cx('words')}>
        {reason}
        <p className={cx('text')}>
          {t(
            isOfTools ? `protection.${warning.level}TextTools` : `protection.${warning.level}Text`,
          )}
        </p>
      </div>
      <p className={cx('time')}>{t('protection.resumesIn', { seconds: secondsLeft })}</p>
      {isFirst ? (
        <button type="button" className={cx('button')} onClick={onDismiss}>
          {t('protection.understood')}
        </button>
      ) : null}
    </div>
  );
}

function useSecondsLeft(untilMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
