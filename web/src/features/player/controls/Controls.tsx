import type { Stream } from '@prahari/contract';
import { Minimize, NotebookPen, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Engine } from '../engine/start/start-engine.ts';
import type { FullscreenEvent } from '../fullscreen/fullscreen-rule.ts';
import { lazyInPlayer } from '../lazy-in-player.ts';
import { ControlButton } from './ControlButton.tsx';
import styles from './Controls.module.css';
import { PlaybackChoices } from './PlaybackChoices.tsx';
import { type PlaybackKey, playbackKey, SKIP_SECONDS } from './playback-key.ts';
import { nextSpeed } from './preferences.ts';
import { Slider } from './Slider.tsx';
import { type MediaSnapshot, useProgress } from './use-media.ts';
import type { UsePreferences } from './use-preferences.ts';
import { Volume } from './Volume.tsx';

const cx = classNames(styles);
const VideoTools = lazyInPlayer(() => import('../extras/VideoTools.tsx').then((m) => m.VideoTools));
/** The pointer rests: it leaves the picture alone too. */
const restsAttribute = 'data-rests';
const SeekExtras = lazyInPlayer(() => import('../extras/SeekExtras.tsx').then((m) => m.SeekExtras));

export interface ControlsProps extends UsePreferences {
  readonly engine: Engine | null;
  readonly stream: Pick<Stream, 'title' | 'description' | 'videoId' | 'slidesTrack'>;
  readonly stage: RefObject<HTMLElement | null>;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly media: MediaSnapshot;
  readonly send: (event: FullscreenEvent) => void;
  /** Writes something down at this moment. */
  readonly onNote: () => void;
  /** Letters are words then, also those that come before the field is there. */
  readonly isWriting?: boolean;
}

/**
 * Shows the title above and controls below, which leave the picture alone while it plays and the
 * user does nothing.
 */
export function Controls(props: ControlsProps) {
  const { stream, stage, video, media, send, engine, preferences, change, onNote, isWriting } =
    props;
  const { t } = useText();
  const idle = useIdle(stage);
  const isHidden = idle && media.playing;
  const [isPointing, setIsPointing] = useState(false);
  usePlaybackKeys(!isWriting, act);
  useEffect(() => {
    const element = stage.current;
    element?.toggleAttribute(restsAttribute, isHidden);
    return () => element?.removeAttribute(restsAttribute);
  }, [stage, isHidden]);

  function seek(seconds: number) {
    if (video.current) video.current.currentTime = clamp(seconds, media.durationSeconds);
  }

  function seekBy(seconds: number) {
    seek((video.current?.currentTime ?? 0) + seconds);
  }

  function setVolume(volume: number) {
    if (video.current) video.current.muted = volume === 0;
    change({ volume });
  }

  function toggleMuted() {
    if (video.current) video.current.muted = !video.current.muted;
  }

  function act(key: PlaybackKey) {
    if (key.act === 'seek') seekBy(key.bySeconds);
    else if (key.act === 'volume') setVolume(clamp(preferences.volume + key.by, 1));
    else if (key.act === 'speed') change({ speed: nextSpeed(preferences.speed, key.direction) });
    else if (key.act === 'mute') toggleMuted();
    else if (key.act === 'note') onNote();
    else send('play-toggled');
  }

  return (
    <section className={cx('controls', isHidden && 'hidden')} aria-label={t('player.controls')}>
      <div className={cx('top')}>
        <h2 className={cx('title')}>{stream.title}</h2>
        {stream.description ? <p className={cx('description')}>{stream.description}</p> : null}
      </div>
      <div className={cx('bottom')}>
        <SeekBar video={video} stream={stream} onSeek={seek} onPointing={setIsPointing} />
        <div className={cx('row')}>
          <ControlButton
            Glyph={media.playing ? Pause : Play}
            label={media.playing ? t('player.pause') : t('player.play')}
            main
            onClick={() => send(media.playing ? 'pause-asked' : 'play-asked')}
          />
          <ControlButton
            Glyph={RotateCcw}
            label={t('player.back10')}
            number={SKIP_SECONDS}
            onClick={() => seekBy(-SKIP_SECONDS)}
          />
          <ControlButton
            Glyph={RotateCw}
            label={t('player.forward10')}
            number={SKIP_SECONDS}
            onClick={() => seekBy(SKIP_SECONDS)}
          />
          <Volume media={media} onChange={setVolume} onToggle={toggleMuted} />
          <Clock video={video} />
          <span className={cx('spacer')} />
          {stage.current && video.current ? (
            <Suspense>
              <VideoTools
                engine={engine}
                videoId={stream.videoId}
                onSeek={seek}
                video={video.current}
                stage={stage.current}
                isPreviewing={isPointing && !isHidden}
              />
            </Suspense>
          ) : null}
          <ControlButton Glyph={NotebookPen} label={t('player.addNote')} onClick={onNote} />
          <PlaybackChoices
            engine={engine}
            preferences={preferences}
            change={change}
            hasSlides={stream.slidesTrack !== null}
          />
          <ControlButton
            Glyph={Minimize}
            label={t('player.exitFullscreen')}
            onClick={() => send('exit-asked')}
          />
        </div>
      </div>
    </section>
  );
}

interface SeekBarProps {
  readonly stream: ControlsProps['stream'];
  readonly video: ControlsProps['video'];
  readonly onSeek: (seconds: number) => void;
  /** Told when the pointer comes to the bar, and when it leaves. */
  readonly onPointing: (isPointing: boolean) => void;
}

function SeekBar({ video, stream, onSeek, onPointing }: SeekBarProps) {
  const [pointedSeconds, setPointedSeconds] = useState<number | null>(null);
  const { positionSeconds, durationSeconds, bufferedSeconds } = useProgress(video);
  const { t } = useText();
  const format = useFormat();
  function point(seconds: number | null) {
    setPointedSeconds(seconds);
    onPointing(seconds !== null);
  }
  return (
    <Slider
      label={t('player.seek')}
      valueText={t('player.seekText', {
        position: format.duration(positionSeconds),
        duration: format.duration(durationSeconds),
      })}
      value={positionSeconds}
      max={durationSeconds}
      step={1}
      ahead={bufferedSeconds}
      onChange={onSeek}
      onPoint={point}
    >
      <Suspense>
        <SeekExtras
          videoId={stream.videoId}
          durationSeconds={durationSeconds}
          pointedSeconds={pointedSeconds}
        />
      </Suspense>
    </Slider>
  );
}

function Clock({ video }: Pick<ControlsProps, 'video'>) {
  const { positionSeconds, durationSeconds } = useProgress(video);
  const format = useFormat();
  return (
    <span className={cx('time')}>
      {format.duration(positionSeconds)} / {format.duration(durationSeconds)}
    </span>
  );
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}

const IDLE_AFTER_MS = 3000;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** True when no pointer moved and no key was pressed over `stage` for three seconds. */
function useIdle(stage: RefObject<HTMLElement | null>): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    let timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    function wake() {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    }
    for (const sign of SIGNS_OF_LIFE) element.addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) element.removeEventListener(sign, wake);
    };
  }, [stage]);
  return idle;
}

/** Lists, sliders and fields have their own use for arrows and letters. */
function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLSelectElement ||
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement
  );
}

function usePlaybackKeys(isActive: boolean, onKey: (key: PlaybackKey) => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    if (!isActive) return;
    function onKeyDown(event: KeyboardEvent) {
      const key = isBusy(event.target) ? null : playbackKey(event);
      if (key === null) return;
      event.preventDefault();
      act(key);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isActive]);
}
