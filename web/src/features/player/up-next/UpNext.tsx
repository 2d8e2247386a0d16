import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useNavigate } from '../../../shared/routing/use-address.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PillButton } from '../../../ui/PillButton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { beginPlayback, openAhead } from '../engine/start/begin-playback.ts';
import styles from './UpNext.module.css';

const cx = classNames(styles);

/** The time from the end of a video until the next one starts by itself. */
const COUNTDOWN_SECONDS = 8;

export interface UpNextProps {
  readonly videoId: string;
  /** The last picture was shown: from then on it is counted down. */
  readonly ended: boolean;
  /** Whether it then starts by itself. */
  readonly autoplay: boolean;
}

/** Names the next video; starts it at a click, or by itself unless cancelled. */
export function UpNext({ videoId, ended, autoplay }: UpNextProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const navigate = useNavigate();
  const titleId = useId();
  const playButton = useRef<HTMLButtonElement>(null);
  const [isCancelled, setIsCancelled] = useState(false);
  const next = useNext(videoId);
  const nextId = next?.id;
  const counts = ended && autoplay;
  const secondsLeft = useCountdown(
    counts && next !== null && !isCancelled,
    COUNTDOWN_SECONDS,
    play,
  );

  // It is likely now: nothing is fetched of it, and no other playback ended.
  useEffect(() => {
    if (nextId !== undefined) openAhead(api, nextId);
  }, [api, nextId]);
  // While it plays the keys stay where they are.
  useEffect(() => {
    if (ended && nextId !== undefined) playButton.current?.focus();
  }, [ended, nextId]);

  function play() {
    if (nextId === undefined) return;
    beginPlayback(api, nextId);
    navigate(`/watch/${nextId}`);
  }

  if (next === null || isCancelled) return null;
  return (
    <section className={cx('card')} aria-labelledby={titleId}>
      <div className={cx('words')}>
        <p className={cx('kicker')}>{t('lesson.upNext')}</p>
        <p id={titleId} className={cx('title')} role="status">
          <VisuallyHidden>{t('lesson.upNext')}: </VisuallyHidden>
          {next.title}
        </p>
        <p className={cx('detail')}>
          {next.durationSeconds === null ? null : format.duration(next.durationSeconds)}
          {counts ? (
            <span role="timer" className={cx('count')}>
              {t('lesson.upNextIn', { seconds: secondsLeft })}
            </span>
          ) : null}
        </p>
      </div>
      <div className={cx('actions')}>
        <PillButton ref={playButton} filled onClick={play}>
          {t('lesson.upNextPlay')}
        </PillButton>
        <PillButton onClick={() => setIsCancelled(true)}>{t('lesson.upNextCancel')}</PillButton>
      </div>
    </section>
  );
}

/** Null until it is known, and where there is none: a comfort, whose failure is no error. */
function useNext(videoId: string) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...queryKeys.videos, videoId, 'next'],
    queryFn: () => api.call(endpoints.videos.next, { params: { id: videoId } }),
  });
  return data?.video ?? null;
}

/**
 * Counts seconds down while `runs` and the page is in sight; at zero it calls `onZero` once.
 * @returns the seconds that are left
 */
function useCountdown(runs: boolean, seconds: number, onZero: () => void): number {
  const [left, setLeft] = useState(seconds);
  const isOver = left <= 0;
  const end = useEffectEvent(onZero);
  useEffect(() => {
    if (!runs || isOver) return;
    const timer = setInterval(() => {
      if (!document.hidden) setLeft((before) => before - 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [isOver, runs]);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return Math.max(0, left);
}
