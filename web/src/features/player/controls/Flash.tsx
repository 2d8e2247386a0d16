import { RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Controls.module.css';

const cx = classNames(styles);

const SHOWN_MS = 900;

/** What was just done. Each one is shown again. */
export type FlashShown =
  | { readonly kind: 'seek'; readonly seconds: number; readonly turn: number }
  | { readonly kind: 'words'; readonly words: string; readonly turn: number };

/** Shows for a moment what was just done, where nothing else shows it. */
export function useFlash() {
  const [shown, setShown] = useState<FlashShown | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return {
    shown,
    /** Presses in one direction that follow each other add up. */
    seek: (bySeconds: number) =>
      setShown((before) => ({
        kind: 'seek',
        seconds: bySeconds + (isSameDirection(before, bySeconds) ? before.seconds : 0),
        turn: (before?.turn ?? 0) + 1,
      })),
    say: (words: string) =>
      setShown((before) => ({ kind: 'words', words, turn: (before?.turn ?? 0) + 1 })),
  };
}

function isSameDirection(
  before: FlashShown | null,
  bySeconds: number,
): before is Extract<FlashShown, { kind: 'seek' }> {
  return before?.kind === 'seek' && Math.sign(before.seconds) === Math.sign(bySeconds);
}

export function Flash({ shown }: { readonly shown: FlashShown | null }) {
  const { t } = useText();
  // Always there, so that what comes into it is announced.
  return (
    <div role="status">
      {shown?.kind === 'words' ? <p className={cx('flash', 'middle')}>{shown.words}</p> : null}
      {shown?.kind === 'seek' ? (
        <p key={shown.turn} className={cx('flash', shown.seconds < 0 ? 'back' : 'ahead')}>
          {shown.seconds < 0 ? (
            <RotateCcw size="1.375rem" aria-hidden="true" />
          ) : (
            <RotateCw size="1.375rem" aria-hidden="true" />
          )}
          {shown.seconds < 0
            ? t('player.flashBack', { seconds: -shown.seconds })
            : t('player.flashAhead', { seconds: shown.seconds })}
        </p>
      ) : null}
    </div>
  );
}
