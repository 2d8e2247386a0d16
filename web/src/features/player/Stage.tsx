import type { Stream } from '@prahari/contract';
import {
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Controls } from './controls/Controls.tsx';
import { useMedia } from './controls/use-media.ts';
import { usePreferences } from './controls/use-preferences.ts';
import type { Interruption } from './engine/network/keep-streaming.ts';
import type { BegunPlayback } from './engine/start/begin-playback.ts';
import { useEngine } from './engine/start/use-engine.ts';
import { FullscreenOverlay } from './fullscreen/FullscreenOverlay.tsx';
import { useFocusInStage } from './fullscreen/use-focus-in-stage.ts';
import { useFullscreenKeys } from './fullscreen/use-fullscreen-keys.ts';
import { useFullscreenRule } from './fullscreen/use-fullscreen-rule.ts';
import { LoadingPanel } from './LoadingPanel.tsx';
import { lazyInPlayer } from './lazy-in-player.ts';
import { useNoteDraft } from './notes/use-note-draft.ts';
import type { Trigger } from './protection/ladder/violation-ladder.ts';
import { ProtectionOverlay } from './protection/ProtectionOverlay.tsx';
import { useProtection } from './protection/use-protection.ts';
import { useProtectionReport } from './report/use-protection-report.ts';
import { useReporter } from './report/use-reporter.ts';
import styles from './Stage.module.css';
import { Stall } from './Stall.tsx';
import { useRemoteControl } from './television/use-remote-control.ts';
import { useNearEnd } from './up-next/use-near-end.ts';

const cx = classNames(styles);
const NoteComposer = lazyInPlayer(() =>
  import('./notes/NoteComposer.tsx').then((m) => m.NoteComposer),
);
const UpNext = lazyInPlayer(() => import('./up-next/UpNext.tsx').then((m) => m.UpNext));

/** A video that can be played. */
export interface SteerableVideo {
  /** For what goes along with it. */
  readonly video: RefObject<HTMLVideoElement>;
  /** Plays from there, in fullscreen; call it in a click. */
  jumpTo(seconds: number): void;
}

export interface StageProps {
  readonly playback: BegunPlayback;
  readonly ready: boolean;
  /** The known reason of the wait. */
  readonly interruption: Interruption | null;
  /** Hands out how to steer it, while it is ready. */
  readonly onSteerable: (steerable: SteerableVideo | null) => void;
  readonly onLoaded: () => void;
  readonly onFailed: (error: unknown, atSeconds: number) => void;
  readonly onInterrupted: (interruption: Interruption | null) => void;
  /** Told of each violation that the learner is warned of. */
  readonly onViolation?: (trigger: Trigger) => void;
}

/** The element that enters fullscreen: the picture, the marks over it, and the controls. */
export function Stage(props: StageProps) {
  const { playback, ready, interruption, onSteerable, onLoaded, onFailed, onInterrupted } = props;
  const { stream, engine: begun } = playback;
  const { t } = useText();
  const stage = useRef<HTMLDivElement>(null);
  const [layer, setLayer] = useState<HTMLDivElement | null>(null);
  const video = useRef(begun.video);
  const media = useMedia(video);
  const isNearEnd = useNearEnd(video);
  const { state, send } = useFullscreenRule({ stage, video });
  const protection = useProtection({
    stage,
    video,
    ready,
    onResume: () => send('play-asked'),
  });
  const note = useNoteDraft(video, send);
  const isWriting = note.draft !== null;
  useFullscreenKeys({ fullscreen: state.fullscreen && !protection.held, isWriting }, send);
  useFocusInStage(stage, state.fullscreen);
  useRemoteControl(stage);
  const engine = useEngine({
    begun,
    onLoaded,
    onInterrupted,
    onFailed: (error) => onFailed(error, begun.video.currentTime),
  });
  const { watermarkCoverage } = protection;
  useProtectionReport({ stream, engine, watermarkCoverage });
  const liking = usePreferences(video, engine);
  const onOver = (error: unknown) => onFailed(error, begun.video.currentTime);
  useReporter(video, { playback, engine, ready, onOver });

  // The button that entered fullscreen is gone; the keys must still reach the stage.
  useEffect(() => {
    if (state.fullscreen && !protection.held) stage.current?.focus();
  }, [state.fullscreen, protection.held]);
  useEffect(() => {
    // Also drops the fetched parts of the video.
    if (protection.terminated) void engine?.destroy();
  }, [engine, protection.terminated]);

  const { trigger, warning } = protection;
  const tellViolation = useEffectEvent((one: Trigger) => props.onViolation?.(one));
  useEffect(() => {
    if (trigger && (warning || protection.terminated)) tellViolation(trigger);
  }, [trigger, warning, protection.terminated]);

  // One video followed another in fullscreen: it begins as it was chosen.
  const [follows] = useState(() => document.fullscreenElement !== null);
  const goOn = useEffectEvent(() => {
    if (follows && state.fullscreen) send('play-asked');
  });
  useEffect(() => {
    if (ready) goOn();
  }, [ready]);

  const hand = useEffectEvent(onSteerable);
  useEffect(() => {
    if (!ready) return;
    hand({
      video,
      jumpTo(seconds) {
        video.current.currentTime = seconds;
        send('play-asked');
      },
    });
    return () => hand(null);
  }, [ready, send]);

  function startOver() {
    video.current.currentTime = 0;
    send('play-asked');
  }

  return (
    <div ref={stage} tabIndex={-1} className={cx('stage')} data-testid="stage">
      <VideoHost video={begun.video} stream={stream} />
      {ready && state.fullscreen && !protection.held ? (
        <Controls
          stream={stream}
          stage={stage}
          layer={layer}
          video={video}
          media={media}
          send={send}
          engine={engine}
          {...liking}
          onNote={note.open}
          isWriting={isWriting}
        />
      ) : null}
      {note.draft !== null && state.fullscreen && !protection.held ? (
        <Suspense>
          <NoteComposer
            videoId={stream.videoId}
            draft={note.draft}
            onChange={note.setDraft}
            onClose={note.close}
          />
        </Suspense>
      ) : null}
      {ready && state.fullscreen && !protection.held && !isWriting && isNearEnd ? (
        <Suspense>
          <UpNext
            videoId={stream.videoId}
            ended={media.ended}
            autoplay={liking.preferences.autoplay}
            onReplay={startOver}
          />
        </Suspense>
      ) : null}
      {ready && !state.fullscreen && !protection.terminated ? (
        <FullscreenOverlay
          resumeAtSeconds={media.ended ? 0 : (media.stoppedAtSeconds ?? 0)}
          onEnter={() => send('play-asked')}
          onStartOver={startOver}
        />
      ) : null}
      <Stall video={begun.video} isWaiting={ready && media.waiting} interruption={interruption} />
      <div ref={setLayer} className={cx('layer')} />
      <ProtectionOverlay protection={protection} videoId={stream.videoId} />
      {ready ? null : <LoadingPanel title={t('player.loading')} text={t('player.preparing')} />}
    </div>
  );
}

interface VideoHostProps {
  /** Made before the page that shows it, so that it could begin to load. */
  readonly video: HTMLVideoElement;
  readonly stream: Pick<Stream, 'title' | 'posterUrl'>;
}

/** Moves a video element that is older than its page to its place in the page. */
function VideoHost({ video, stream: { title, posterUrl } }: VideoHostProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    furnish(video, title, posterUrl);
    host.current?.append(video);
    return () => video.remove();
  }, [video, title, posterUrl]);
  return <div ref={host} className={styles['videoHost']} />;
}

function furnish(video: HTMLVideoElement, title: string, posterUrl: string | null): void {
  video.className = styles['video'] ?? '';
  video.setAttribute('aria-label', title);
  video.dataset['testid'] = 'video';
  video.playsInline = true;
  video.disablePictureInPicture = true;
  video.disableRemotePlayback = true;
  if (posterUrl !== null) video.poster = posterUrl;
}
