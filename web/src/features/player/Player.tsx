import { ApiError, type Stream } from '@prahari/contract';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { rememberWatchedHere } from '../../domain/watching/watched-here.ts';
import { useApi } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorPanel, warmErrorPanel } from './ErrorPanel.tsx';
import { useRetryWhenUp } from './engine/network/use-retry-when-up.ts';
import { abandon, type BegunPlayback, takePlayback } from './engine/start/begin-playback.ts';
import { isAccessOver } from './engine/start/open-playback.ts';
import { initialPlayerState, playerReducer } from './engine/start/player-state.ts';
import { LoadingPanel } from './LoadingPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { PlaybackDevice } from './protection/device/DeviceGuard.tsx';
import { TerminatedOverlay } from './protection/TerminatedOverlay.tsx';
import type { ShownFailure } from './report/report-failure.ts';
import styles from './Stage.module.css';
import { Stage, type SteerableVideo } from './Stage.tsx';

const cx = classNames(styles);

export interface PlayerProps {
  readonly videoId: string;
  /**
   * Whether the video is known to exist: otherwise the learner would enter the password for
   * nothing.
   */
  readonly exists: boolean;
  /** Told when the video can be steered, and when not any more. */
  readonly onSteerable: (steerable: SteerableVideo | null) => void;
  /** Told of every failure that the learner sees. */
  readonly onError: (failure: ShownFailure) => void;
}

/** One video, from the first question to the last picture. Give it the video's id as key. */
export function Player({ videoId, exists, onSteerable, onError }: PlayerProps) {
  const { t } = useText();
  const api = useApi();
  const [state, dispatch] = useReducer(playerReducer<BegunPlayback>, initialPlayerState);
  const { attempt } = state;
  const leftAtSeconds = state.kind === 'loading' ? state.leftAtSeconds : null;

  const tellError = useEffectEvent(onError);
  // Read once an attempt: it becomes null when the attempt has loaded.
  const placeToGoOn = useEffectEvent(() => leftAtSeconds);

  const takesOver = useRef(false);
  const opened = useRef<Stream | null>(null);

  useEffect(() => {
    let gone = false;
    const takeOver = takesOver.current;
    takesOver.current = false;
    opened.current = null;
    takePlayback(api, videoId, { leftAtSeconds: placeToGoOn(), takeOver }).then(
      (beginning) => {
        if (gone) abandon(beginning);
        else if (beginning.kind === 'begun') {
          opened.current = beginning.playback.stream;
          dispatch({ type: 'begun', attempt, playback: beginning.playback });
        } else dispatch({ type: 'access-required', attempt });
      },
      (error) => {
        if (!gone) dispatch({ type: 'failed', attempt, error });
      },
    );
    return () => {
      gone = true;
    };
  }, [api, attempt, videoId]);

  const shown = state.kind === 'error' ? state : null;
  useEffect(() => {
    if (shown === null) return;
    tellError({ error: shown.error, atSeconds: shown.leftAtSeconds, stream: opened.current });
  }, [shown]);

  const isReady = state.kind === 'ready';
  const retry = () => dispatch({ type: 'retry' });
  useRetryWhenUp({ error: shown?.error ?? null, hasLoaded: isReady, retry });

  // The texts for a lost network must be loaded before it is lost.
  useEffect(() => {
    if (isReady) warmErrorPanel();
  }, [isReady]);

  // A question or an error belongs on the page; only videos follow each other in fullscreen.
  const isStopped = state.kind === 'locked' || state.kind === 'error';
  useEffect(() => {
    if (isStopped && document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  }, [isStopped]);

  async function failInPlay(error: unknown, atSeconds: number) {
    const isOver = await isAccessOver(api, error);
    if (isOver) dispatch({ type: 'access-required', attempt, atSeconds });
    else dispatch({ type: 'failed', attempt, error, atSeconds });
  }

  const confirm = () => {
    api.session.noteWatchConfirmed(true);
    dispatch({ type: 'confirmed' });
  };

  if (state.kind === 'locked' && exists) {
    return <PasswordPanel onConfirmed={confirm} />;
  }
  if (state.kind === 'error') {
    return (
      <div className={cx('stage')}>
        {isTerminated(state.error) ? (
          <TerminatedOverlay videoId={videoId} />
        ) : (
          <ErrorPanel
            error={state.error}
            onRetry={retry}
            onMoveHere={() => {
              takesOver.current = true;
              dispatch({ type: 'retry' });
            }}
          />
        )}
      </div>
    );
  }
  if (state.kind === 'locked' || state.playback === null) {
    return (
      <div className={cx('stage')}>
        <LoadingPanel title={t('player.loading')} text={t('player.preparing')} />
      </div>
    );
  }
  return (
    <PlaybackDevice key={attempt} stream={state.playback.stream}>
      <Stage
        playback={state.playback}
        ready={state.kind === 'ready'}
        onSteerable={onSteerable}
        onLoaded={() => {
          rememberWatchedHere();
          dispatch({ type: 'loaded', attempt });
        }}
        interruption={state.kind === 'ready' ? state.interruption : null}
        onInterrupted={(interruption) => dispatch({ type: 'interrupted', attempt, interruption })}
        onFailed={(error, atSeconds) => void failInPlay(error, atSeconds)}
      />
    </PlaybackDevice>
  );
}

/** The server keeps it: neither a reload nor another browser gives access again. */
function isTerminated(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'access_terminated';
}
