import { endpoints, type Video } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, RotateCcw } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useNavigate } from '../../../shared/routing/use-address.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PillButton } from '../../../ui/PillButton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { beginPlayback, openAhead } from '../engine/start/begin-playback.ts';
import { learnerIdle } from './idle-clock.ts';
import { decideNextStep, type NextStep } from './next-step.ts';
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
  /** Plays this one again, from its beginning. */
  readonly onReplay: () => void;
}

/**
 * Names the next video before the end, and at the end says what can be done: the next begins at a
 * click, or by itself unless that is cancelled or the learner seems to be away.
 */
export function UpNext({ videoId, ended, autoplay, onReplay }: UpNextProps) {
  const api = useApi();
  const navigate = useNavigate();
  const titleId = useId();
  const mainButton = useRef<HTMLButtonElement>(null);
  const [isCancelled, setIsCancelled] = useState(false);
  const next = useNext(videoId);
  const nextId = next?.id;
  // What is touched while the question stands does not answer it.
  const idleMs = useMemo(() => (ended ? learnerIdle.idleMs() : 0), [ended]);
  const step = decideNextStep({ ended, autoplay, isCancelled, idleMs, hasNext: next !== null });
  const secondsLeft = useCountdown(step === 'count', COUNTDOWN_SECONDS, play);

  // It is likely now: nothing is fetched of it, and no other playback ended.
  useEffect(() => {
    if (nextId !== undefined) openAhead(api, nextId);
  }, [api, nextId]);
  // While it plays the keys stay where they are.
  useEffect(() => {
    if (step !== 'nothing' && step !== 'offer') mainButton.current?.focus();
  }, [step]);

  function play() {
    if (nextId === undefined) return;
    beginPlayback(api, nextId);
    navigate(`/watch/${nextId}`);
  }

  if (step === 'nothing') return null;
  const shown = { step, titleId, secondsLeft };
  return (
    <>
      {ended ? <div className={cx('dim')} /> : null}
      <section className={cx('card', ended && 'end')} aria-labelledby={titleId}>
        {step === 'ask' ? <Question {...shown} next={next} /> : null}
        {step === 'last' ? <Finished {...shown} /> : null}
        {step === 'ask' || step === 'last' || next === null ? null : (
          <NextVideo {...shown} next={next} />
        )}
        <Actions
          step={step}
          mainButton={mainButton}
          onPlay={play}
          onCancel={() => setIsCancelled(true)}
          onReplay={onReplay}
          onLibrary={() => navigate('/')}
        />
      </section>
    </>
  );
}

interface ShownProps {
  readonly step: NextStep;
  readonly titleId: string;
  readonly secondsLeft: number;
}

function NextVideo({ step, titleId, secondsLeft, next }: ShownProps & { readonly next: Video }) {
  const { t } = useText();
  const format = useFormat();
  const [hasPicture, setHasPicture] = useState(true);
  const pictureUrl = next.cardUrl ?? next.posterUrl;
  return (
    <>
      <div className={cx('next')}>
        {pictureUrl !== null && hasPicture ? (
          <img
            src={pictureUrl}
            alt=""
            className={cx('picture')}
            onError={() => setHasPicture(false)}
          />
        ) : null}
        <div className={cx('about')}>
          <p className={cx('kicker')} aria-hidden="true">
            {t('lesson.upNext')}
          </p>
          <p id={titleId} className={cx('title')} role="status">
            <VisuallyHidden>{t('lesson.upNext')}: </VisuallyHidden>
            {next.title}
          </p>
          <p className={cx('detail')}>
            {next.durationSeconds === null ? null : format.duration(next.durationSeconds)}
            {step === 'count' ? (
              <span role="timer">{t('lesson.upNextIn', { seconds: secondsLeft })}</span>
            ) : null}
          </p>
        </div>
      </div>
      {step === 'count' ? (
        <span className={cx('rail')} aria-hidden="true">
          <span
            className={cx('left')}
            style={{ transform: `scaleX(${secondsLeft / COUNTDOWN_SECONDS})` }}
          />
        </span>
      ) : null}
    </>
  );
}

function Question({ titleId, next }: ShownProps & { readonly next: Video | null }) {
  const { t } = useText();
  return (
    <>
      <p id={titleId} className={cx('title')} role="status">
        {t('lesson.stillWatching')}
      </p>
      <p className={cx('text')}>{t('lesson.stillWatchingText')}</p>
      <p className={cx('detail')}>
        {t('lesson.upNext')}: {next?.title}
      </p>
    </>
  );
}

function Finished({ titleId }: ShownProps) {
  const { t } = useText();
  return (
    <p id={titleId} className={cx('title')} role="status">
      {t('lesson.finished')}
    </p>
  );
}

interface ActionsProps {
  readonly step: NextStep;
  readonly mainButton: Ref<HTMLButtonElement>;
  readonly onPlay: () => void;
  readonly onCancel: () => void;
  readonly onReplay: () => void;
  readonly onLibrary: () => void;
}

function Actions(props: ActionsProps) {
  const { step, mainButton, onPlay, onCancel, onReplay, onLibrary } = props;
  const { t } = useText();
  if (step === 'last') {
    return (
      <div className={cx('actions')}>
        <PillButton ref={mainButton} filled onClick={onReplay}>
          {t('lesson.watchAgain')}
        </PillButton>
        <PillButton onClick={onLibrary}>{t('player.goToLibrary')}</PillButton>
      </div>
    );
  }
  return (
    <>
      <div className={cx('actions')}>
        <PillButton ref={mainButton} filled onClick={onPlay}>
          {step === 'ask' ? t('lesson.keepWatching') : t('lesson.upNextPlay')}
        </PillButton>
        {step === 'offer' || step === 'count' ? (
          <PillButton onClick={onCancel}>{t('lesson.upNextCancel')}</PillButton>
        ) : null}
      </div>
      {step === 'offer' ? null : (
        <div className={cx('others')}>
          <button type="button" className={cx('other')} onClick={onReplay}>
            <RotateCcw size="1.125rem" strokeWidth={1.75} aria-hidden="true" />
            {t('lesson.watchAgain')}
          </button>
          <button type="button" className={cx('other')} onClick={onLibrary}>
            <LayoutGrid size="1.125rem" strokeWidth={1.75} aria-hidden="true" />
            {t('player.goToLibrary')}
          </button>
        </div>
      )}
    </>
  );
}

/** Null until it is known, and where there is none: a comfort, whose failure is no error. */
function useNext(videoId: string): Video | null {
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
