import { useEffect, useState } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { Interruption } from './engine/network/keep-streaming.ts';
import styles from './Stall.module.css';

const cx = classNames(styles);

/** From then on it is no hiccup, and words are due. */
const LONG_MS = 5000;

export interface StallProps {
  readonly video: HTMLVideoElement;
  /** The picture stands still although it should play. */
  readonly isWaiting: boolean;
  /** The reason of the wait, as far as the engine knows it. */
  readonly interruption: Interruption | null;
}

/**
 * Shows a stall, and what it waits for: at once where the engine knows of a failure, else after some
 * seconds. It does not fade with the controls.
 */
export function Stall({ video, isWaiting, interruption }: StallProps) {
  const waitsForKey = useWaitsForKey(video);
  // Always there, so that what comes into it is announced.
  return (
    <div className={cx('stall')} role="status">
      {isWaiting ? <Waiting interruption={interruption} waitsForKey={waitsForKey} /> : null}
    </div>
  );
}

interface WaitingProps extends Pick<StallProps, 'interruption'> {
  readonly waitsForKey: boolean;
}

function Waiting({ interruption, waitsForKey }: WaitingProps) {
  const { t } = useText();
  const isLong = useIsLong();
  const cause = interruption ?? (isLong ? findCause(waitsForKey) : null);
  return (
    <>
      <span className={cx('ring')}>
        <Spinner size="lg" />
      </span>
      {cause === null ? (
        <VisuallyHidden>{t('player.buffering')}</VisuallyHidden>
      ) : (
        <p className={cx('words')}>
          <span className={cx('cause')}>{t(texts[cause])}</span>
        </p>
      )}
    </>
  );
}

const texts = {
  network: 'player.interrupted',
  server: 'player.stallServer',
  key: 'player.stallKey',
  slow: 'player.stallNetwork',
} as const;

function findCause(waitsForKey: boolean): keyof typeof texts {
  if (!navigator.onLine) return 'network';
  return waitsForKey ? 'key' : 'slow';
}

function useIsLong(): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

/** Whether the browser has what comes next and no key for it (W3C Encrypted Media Extensions). */
function useWaitsForKey(video: HTMLVideoElement): boolean {
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const begin = () => setWaits(true);
    const end = () => setWaits(false);
    video.addEventListener('waitingforkey', begin);
    video.addEventListener('playing', end);
    video.addEventListener('seeking', end);
    return () => {
      video.removeEventListener('waitingforkey', begin);
      video.removeEventListener('playing', end);
      video.removeEventListener('seeking', end);
    };
  }, [video]);
  return waits;
}
