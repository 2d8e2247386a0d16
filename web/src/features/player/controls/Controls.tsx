import type { Stream } from '@prahari/contract';
import { Minimize, NotebookPen, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Engine } from '../engine/start/start-engine.ts';
import { useCaptions } from '../extras/use-captions.ts';
import type { FullscreenEvent } from '../fullscreen/fullscreen-rule.ts';
import { lazyInPlayer } from '../lazy-in-player.ts';
import { ControlButton } from './ControlButton.tsx';
import styles from './Controls.module.css';
import { Flash, useFlash } from './Flash.tsx';
import { hasOwnUse } from './own-keys.ts';
import { type PlaybackKey, playbackKey, SKIP_SECONDS } from './playback-key.ts';
import { nextSpeed } from './preferences.ts';
import { SeekBar } from './SeekBar.tsx';
import { type MediaSnapshot, useProgress } from './use-media.ts';
import { useOpened } from './use-opened.ts';
import type { UsePreferences } from './use-preferences.ts';
import { Volume } from './Volume.tsx';

const cx = classNames(styles);
/** The pointer rests: it leaves the picture alone too. */
const restsAttribute = 'data-rests';
/** The menu of settings is open: marks stand beside it (`watermark.ts`). */
const menuAttribute = 'data-menu';
const KeyHelp = lazyInPlayer(() => import('../extras/KeyHelp.tsx').then((m) => m.KeyHelp));
const rowExtras = () => import('../extras/row-extras.ts');
const ChapterMenu = lazyInPlayer(() => rowExtras().then((m) => m.ChapterMenu));
const CaptionsButton = lazyInPlayer(() => rowExtras().then((m) => m.CaptionsButton));
const SettingsMenu = lazyInPlayer(() => rowExtras().then((m) => m.SettingsMenu));

export interface ControlsProps extends UsePreferences {
  readonly engine: Engine | null;
  readonly stream: Pick<Stream, 'title' | 'description' | 'videoId' | 'slidesTrack'>;
  readonly stage: RefObject<HTMLElement | null>;
  /** Holds menus and dialogs: over the picture and the controls, and below the marks. */
  readonly layer: HTMLElement | null;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly media: MediaSnapshot;
  readonly send: (event: FullscreenEvent) => void;
  /** Writes something down at this moment. */
  readonly onNote: () => void;
  /** Letters are typed text then, even before the field is there. */
  readonly isWriting?: boolean;
}

/**
 * Shows the title above and controls below, which leave the picture alone while it plays and the
 * user does nothing.
 */
export function Controls(props: ControlsProps) {
  const { stream, stage, layer, video, media, send, engine, preferences, change } = props;
  const { onNote, isWriting = false } = props;
  const { t } = useText();
  const format = useFormat();
  const flash = useFlash();
  const idle = useIdle(stage);
  const { opened, steer } = useOpened();
  const isHidden = idle && media.playing && opened === null;
  const captions = useCaptions(stream.videoId);
  const [isPointing, setIsPointing] = useState(false);
  usePlaybackKeys(!isWriting, act);
  useEffect(() => {
    const element = stage.current;
    element?.toggleAttribute(restsAttribute, isHidden);
    return () => element?.removeAttribute(restsAttribute);
  }, [stage, isHidden]);
  useEffect(() => {
    stage.current?.toggleAttribute(menuAttribute, opened === 'settings');
  }, [stage, opened]);

  function seek(seconds: number) {
    if (video.current) video.current.currentTime = clamp(seconds, media.durationSeconds);
  }

  function seekBy(seconds: number) {
    flash.seek(seconds);
    seek((video.current?.currentTime ?? 0) + seconds);
  }

  function setVolume(volume: number) {
    if (video.current) video.current.muted = volume === 0;
    change({ volume });
  }

  // Both are out of sight otherwise.
  function turnVolume(by: number) {
    const volume = clamp(preferences.volume + by, 1);
    setVolume(volume);
    flash.say(t('player.flashVolume', { share: format.percent(volume) }));
  }

  function turnSpeed(direction: 1 | -1) {
    const speed = nextSpeed(preferences.speed, direction);
    change({ speed });
    flash.say(t('player.times', { speed: format.number(speed, 2) }));
  }

  function toggleMuted() {
    if (video.current) video.current.muted = !video.current.muted;
  }

  function act(key: PlaybackKey) {
    if (key.act === 'seek') seekBy(key.bySeconds);
    else if (key.act === 'jump') seek(media.durationSeconds * key.toShare);
    else if (key.act === 'volume') turnVolume(key.by);
    else if (key.act === 'speed') turnSpeed(key.direction);
    else if (key.act === 'mute') toggleMuted();
    else if (key.act === 'captions') captions.toggle();
    else if (key.act === 'note') onNote();
    else if (key.act === 'help') steer('help').onOpenChange(true);
    else send('play-toggled');
  }

  const { videoId } = stream;
  const place =
    stage.current && video.current && layer
      ? { stage: stage.current, video: video.current, layer }
      : null;
  const menu = (name: 'settings' | 'chapters') =>
    place && { container: place.layer, focusAfterClick: place.stage, ...steer(name) };
  const settings = menu('settings');
  const chapters = menu('chapters');
  return (
    <>
      <section className={cx('controls', isHidden && 'hidden')} aria-label={t('player.controls')}>
        <div className={cx('top')}>
          <h2 className={cx('title')}>{stream.title}</h2>
          {stream.description ? <p className={cx('description')}>{stream.description}</p> : null}
        </div>
        <div className={cx('bottom')}>
          <SeekBar
            video={video}
            videoId={stream.videoId}
            onSeek={seek}
            onPointing={setIsPointing}
          />
          <div className={cx('row')}>
            <ControlButton
              Glyph={media.playing ? Pause : Play}
              label={media.playing ? t('player.pause') : t('player.play')}
              main
              shortcuts="K Space"
              onClick={() => send(media.playing ? 'pause-asked' : 'play-asked')}
            />
            <ControlButton
              Glyph={RotateCcw}
              label={t('player.back10')}
              number={SKIP_SECONDS}
              shortcuts="J ArrowLeft"
              onClick={() => seekBy(-SKIP_SECONDS)}
            />
            <ControlButton
              Glyph={RotateCw}
              label={t('player.forward10')}
              number={SKIP_SECONDS}
              shortcuts="L ArrowRight"
              onClick={() => seekBy(SKIP_SECONDS)}
            />
            <Volume media={media} onChange={setVolume} onToggle={toggleMuted} />
            <Clock video={video} />
            {place && chapters ? (
              <Suspense>
                <ChapterMenu {...chapters} videoId={videoId} video={place.video} onSeek={seek} />
              </Suspense>
            ) : null}
            <span className={cx('spacer')} />
            {place ? (
              <Suspense>
                <CaptionsButton
                  videoId={videoId}
                  video={place.video}
                  stage={place.stage}
                  captions={captions}
                  isPreviewing={isPointing && !isHidden}
                />
              </Suspense>
            ) : null}
            <ControlButton
              Glyph={NotebookPen}
              label={t('player.addNote')}
              shortcuts="N"
              onClick={onNote}
            />
            {settings ? (
              <Suspense>
                <SettingsMenu
                  {...settings}
                  videoId={videoId}
                  engine={engine}
                  hasSlides={stream.slidesTrack !== null}
                  captions={captions}
                  preferences={preferences}
                  change={change}
                  onHelp={() => steer('help').onOpenChange(true)}
                />
              </Suspense>
            ) : null}
            <ControlButton
              Glyph={Minimize}
              label={t('player.exitFullscreen')}
              shortcuts="Escape F11"
              onClick={() => send('exit-asked')}
            />
          </div>
        </div>
        {layer !== null && (opened === 'settings' || opened === 'chapters')
          ? createPortal(<div className={cx('beside')} />, layer)
          : null}
        {layer !== null && opened === 'help' ? (
          <Suspense>
            <KeyHelp container={layer} onClose={() => steer('help').onOpenChange(false)} />
          </Suspense>
        ) : null}
      </section>
      <Flash shown={flash.shown} />
    </>
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

/**
 * Calls `onKey` for each key that controls the video, with any focus except fields and open menus.
 */
function usePlaybackKeys(isActive: boolean, onKey: (key: PlaybackKey) => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    if (!isActive) return;
    function onKeyDown(event: KeyboardEvent) {
      // A button that opens a menu by an arrow has used it up.
      if (event.defaultPrevented || hasOwnUse(event.target, event.key)) return;
      const key = playbackKey(event);
      if (key === null) return;
      event.preventDefault();
      act(key);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isActive]);
}
