import type { VideoDetail } from '@prahari/contract';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/Select.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useFacts } from '../controls/use-media.ts';
import { rememberedCaptions } from '../extras/caption-settings.ts';
import { useCaptionText } from '../extras/use-cues.ts';
import { useVideoDetail } from '../extras/use-video-detail.ts';
import type { SteerableVideo } from '../Stage.tsx';
import { type Cue, findCue, readCues } from './cues.ts';
import { type Found, findText } from './find-text.ts';
import styles from './TranscriptPanel.module.css';
import { TranscriptRow } from './TranscriptRow.tsx';

const cx = classNames(styles);

export interface TranscriptPanelProps {
  readonly videoId: string;
  /** Null while the video is interrupted. */
  readonly steerable: SteerableVideo | null;
}

/** What is said in a video, to be read, searched and jumped to, below it. */
export function TranscriptPanel({ videoId, steerable }: TranscriptPanelProps) {
  const { t, language } = useText();
  const titleId = useId();
  const detail = useVideoDetail(videoId);
  const [chosen, setChosen] = useState<string | null>(null);
  const tracks = detail?.captions ?? [];
  const track = chooseTrack(tracks, [chosen, rememberedCaptions().language, language]);
  return (
    <section className={cx('panel')} aria-labelledby={titleId}>
      <div className={cx('head')}>
        <h2 id={titleId} className={cx('title')}>
          {t('lesson.transcript')}
        </h2>
        {track !== undefined && tracks.length > 1 ? (
          <div className={cx('language')}>
            <Select
              label={t('lesson.transcriptLanguage')}
              labelHidden
              value={track.language}
              options={tracks.map(({ language: value, label }) => ({ value, label }))}
              onChange={(event) => setChosen(event.target.value)}
            />
          </div>
        ) : null}
      </div>
      {detail === undefined ? <p className={cx('hint')}>{t('common.loading')}</p> : null}
      {detail !== undefined && track === undefined ? (
        <p className={cx('hint')}>{t('lesson.transcriptEmpty')}</p>
      ) : null}
      {track === undefined ? null : (
        <Track
          key={track.language}
          videoId={videoId}
          language={track.language}
          steerable={steerable}
        />
      )}
    </section>
  );
}

type CaptionTrack = VideoDetail['captions'][number];

/** The first wish that there is a track for, else the first track. */
function chooseTrack(
  tracks: readonly CaptionTrack[],
  wishes: readonly (string | null)[],
): CaptionTrack | undefined {
  const wished = wishes.flatMap((wish) => tracks.find((track) => track.language === wish) ?? []);
  return wished[0] ?? tracks[0];
}

interface TrackProps extends TranscriptPanelProps {
  readonly language: string;
}

function Track({ videoId, language, steerable }: TrackProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const captions = useCaptionText(videoId, language);
  const { data: text } = captions;
  const cues = useMemo(() => (text === undefined ? null : readCues(text)), [text]);
  if (captions.isError && cues === null) {
    return (
      <ErrorState
        title={t('lesson.transcriptFailed')}
        retryLabel={t('common.retry')}
        retrying={captions.isFetching}
        onRetry={() => void captions.refetch()}
      >
        {errorText(captions.error).text}
      </ErrorState>
    );
  }
  if (cues === null) return <p className={cx('hint')}>{t('common.loading')}</p>;
  return <Lines cues={cues} language={language} steerable={steerable} />;
}

interface LinesProps extends Pick<TrackProps, 'language' | 'steerable'> {
  readonly cues: readonly Cue[];
}

function Lines({ cues, language, steerable }: LinesProps) {
  const { t } = useText();
  const list = useRef<HTMLOListElement>(null);
  const [sought, setSought] = useState('');
  const [reached, setReached] = useState<number | null>(null);
  const present = usePresentCue(cues, steerable);
  const lines = useFoundCues(cues, sought);
  const isSearching = sought.trim() !== '';
  useFollow(list, isSearching ? -1 : present);
  // One stop for Tab: the line that was reached by the arrows, else the present one.
  const wanted = reached ?? present;
  const stop = lines.some(({ index }) => index === wanted) ? wanted : lines[0]?.index;

  function focusLine(index: number | undefined) {
    if (index === undefined) return;
    setReached(index);
    list.current?.querySelector<HTMLElement>(`[data-cue="${index}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = lines.findIndex(({ index }) => String(index) === cueAt(event.target));
    const to = findStep(event.key, at, lines.length);
    if (to === null) return;
    event.preventDefault();
    focusLine(lines[to]?.index);
  }

  function onClick(event: MouseEvent) {
    const cue = cues[Number(cueAt(event.target) ?? Number.NaN)];
    if (cue === undefined) return;
    setReached(cues.indexOf(cue));
    steerable?.jumpTo(cue.startSeconds);
  }

  return (
    <>
      <TextField
        type="search"
        label={t('lesson.transcriptSearch')}
        labelHidden
        placeholder={t('lesson.transcriptSearch')}
        autoComplete="off"
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          focusLine(stop);
        }}
      />
      <p role="status" className={cx('count')}>
        {isSearching ? t('lesson.transcriptFound', { count: lines.length }) : null}
      </p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons within take Enter and Space */}
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: hears of its buttons */}
      <ol ref={list} className={cx('list')} lang={language} onClick={onClick} onKeyDown={onKeyDown}>
        {lines.map(({ cue, index, found }) => (
          <TranscriptRow
            key={index}
            index={index}
            startSeconds={cue.startSeconds}
            text={cue.text}
            from={found?.from ?? 0}
            to={found?.to ?? 0}
            isPresent={index === present}
            isStop={index === stop}
          />
        ))}
      </ol>
    </>
  );
}

function cueAt(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-cue]') : null;
  return row?.dataset['cue'];
}

/** Where a key leads to from a line; null where it leads nowhere. */
function findStep(key: string, at: number, count: number): number | null {
  if (at === -1) return null;
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

const NONE = { index: -1 };
const nowhere = { current: null };

/** The index of what is said now, or was said last; renders when that changes. */
function usePresentCue(cues: readonly Cue[], steerable: SteerableVideo | null): number {
  const read = useCallback(
    ({ currentTime }: HTMLVideoElement) => ({ index: findCue(cues, currentTime) }),
    [cues],
  );
  return useFacts(steerable?.video ?? nowhere, read, NONE).index;
}

/** Keeps that line in view, unless somebody is in the list. The page itself stays where it is. */
function useFollow(list: RefObject<HTMLElement | null>, index: number): void {
  useEffect(() => {
    const element = list.current;
    const row = element?.querySelector<HTMLElement>(`[data-cue="${index}"]`);
    if (!element || !row || element.matches(':hover, :focus-within')) return;
    element.scrollTop = row.offsetTop - (element.clientHeight - row.offsetHeight) / 2;
  }, [list, index]);
}

interface FoundCue {
  readonly cue: Cue;
  /** Among all cues. */
  readonly index: number;
  readonly found: Found | null;
}

/** The cues that contain what is sought, or all of them while nothing is. */
function useFoundCues(cues: readonly Cue[], sought: string): readonly FoundCue[] {
  // A long lesson has thousands; typing goes first.
  const settled = useDeferredValue(sought).trim();
  return useMemo(
    () =>
      cues.flatMap((cue, index) => {
        const found = settled === '' ? null : findText(cue.text, settled);
        return settled === '' || found !== null ? [{ cue, index, found }] : [];
      }),
    [cues, settled],
  );
}
