import { useEffect, useRef } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Controls } from './controls/Controls.tsx';
import { useMedia } from './controls/use-media.ts';
import { usePreferences } from './controls/use-preferences.ts';
import type { BegunPlayback } from './engine/begin-playback.ts';
import { useEngine } from './engine/use-engine.ts';
import { FullscreenOverlay } from './fullscreen/FullscreenOverlay.tsx';
import { useFullscreenKeys } from './fullscreen/use-fullscreen-keys.ts';
import { useFullscreenRule } from './fullscreen/use-fullscreen-rule.ts';
import { LoadingPanel } from './LoadingPanel.tsx';
import { ProtectionOverlay } from './protection/ProtectionOverlay.tsx';
import { useProtection } from './protection/use-protection.ts';
import { useProtectionReport } from './report/use-protection-report.ts';
import { useReporter } from './report/use-reporter.ts';
import styles from './Stage.module.css';
import { VideoHost } from './VideoHost.tsx';

const cx = classNames(styles);

export interface StageProps {
  readonly playback: BegunPlayback;
  readonly ready: boolean;
  /** The network is gone; it is waited for. */
  readonly interrupted: boolean;
  readonly onLoaded: () => void;
  readonly onFailed: (error: unknown, atSeconds: number) => void;
  readonly onInterrupted: (isInterrupted: boolean) => void;
}

/** What goes into fullscreen: the picture, the marks over it, and the controls. */
export function Stage(props: StageProps) {
  const { playback, ready, interrupted, onLoaded, onFailed, onInterrupted } = props;
  const { stream, engine: begun } = playback;
  const { t } = useText();
  const stage = useRef<HTMLDivElement>(null);
  const video = useRef(begun.video);
  const media = useMedia(video);
  const { state, send } = useFullscreenRule({ stage, video });
  const protection = useProtection({
    ...{ stage, video, stream, ready, fullscreen: state.fullscreen },
    onResume: () => send('play-asked'),
  });
  useFullscreenKeys(state.fullscreen && !protection.held, send);
  const engine = useEngine({
    ...{ begun, onLoaded, onInterrupted },
    onFailed: (error) => onFailed(error, begun.video.currentTime),
  });
  const { watermarkCoverage } = protection;
  useProtectionReport({ stream, engine, watermarkCoverage });
  const liking = usePreferences(video, engine);
  useReporter(video, stream, ready, (error) => onFailed(error, begun.video.currentTime));

  // The button that led into fullscreen is gone; the keys must still reach the stage.
  useEffect(() => {
    if (state.fullscreen && !protection.held) stage.current?.focus();
  }, [state.fullscreen, protection.held]);
  useEffect(() => {
    // What was fetched of the lesson goes too.
    if (protection.terminated) void engine?.destroy();
  }, [engine, protection.terminated]);

  function startOver() {
    video.current.currentTime = 0;
    send('play-asked');
  }

  return (
    <div ref={stage} tabIndex={-1} className={cx('stage')} data-testid="stage">
      <VideoHost video={begun.video} stream={stream} />
      {ready && state.fullscreen && !protection.held ? (
        <Controls {...{ stream, stage, video, media, send, engine }} {...liking} />
      ) : null}
      {ready && !state.fullscreen && !protection.terminated ? (
        <FullscreenOverlay
          resumeAtSeconds={media.positionSeconds}
          onEnter={() => send('play-asked')}
          onStartOver={startOver}
        />
      ) : null}
      {interrupted && media.waiting ? (
        <p className={cx('interrupted')} role="status">
          {t('player.interrupted')}
        </p>
      ) : null}
      <ProtectionOverlay protection={protection} />
      {ready ? null : <LoadingPanel title={t('player.loading')} text={t('player.preparing')} />}
    </div>
  );
}
