import type { Stream } from '@prahari/contract';
import {
  type LucideIcon,
  Minimize,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { RefObject } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { FullscreenEvent } from '../fullscreen/fullscreen-rule.ts';
import styles from './Controls.module.css';
import { Slider } from './Slider.tsx';
import { useIdle } from './use-idle.ts';
import type { MediaSnapshot } from './use-media.ts';

const cx = classNames(styles);
const SKIP_SECONDS = 10;

export interface ControlsProps {
  readonly stream: Pick<Stream, 'title' | 'description'>;
  readonly stage: RefObject<HTMLElement | null>;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly media: MediaSnapshot;
  readonly send: (event: FullscreenEvent) => void;
}

/** Title above, controls below; they leave the picture alone while it plays and nobody moves. */
export function Controls({ stream, stage, video, media, send }: ControlsProps) {
  const { t } = useText();
  const idle = useIdle(stage);

  function seek(seconds: number) {
    if (video.current) video.current.currentTime = clamp(seconds, media.durationSeconds);
  }

  function setVolume(volume: number) {
    if (!video.current) return;
    video.current.volume = volume;
    video.current.muted = volume === 0;
  }

  return (
    <section
      className={cx('controls', idle && media.playing && 'hidden')}
      aria-label={t('player.controls')}
    >
      <div className={cx('top')}>
        <h2 className={cx('title')}>{stream.title}</h2>
        {stream.description ? <p className={cx('description')}>{stream.description}</p> : null}
      </div>
      {media.waiting ? (
        <span className={cx('waiting')}>
          <Spinner size="lg" label={t('player.buffering')} />
        </span>
      ) : null}
      <div className={cx('bottom')}>
        <SeekBar media={media} onSeek={seek} />
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
            onClick={() => seek(media.positionSeconds - SKIP_SECONDS)}
          />
          <ControlButton
            Glyph={RotateCw}
            label={t('player.forward10')}
            onClick={() => seek(media.positionSeconds + SKIP_SECONDS)}
          />
          <Volume
            media={media}
            onChange={setVolume}
            onToggle={() => {
              if (video.current) video.current.muted = !media.muted;
            }}
          />
          <Clock media={media} />
          <span className={cx('spacer')} />
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

interface ControlButtonProps {
  readonly Glyph: LucideIcon;
  readonly label: string;
  readonly main?: boolean;
  readonly onClick: () => void;
}

function ControlButton({ Glyph, label, main = false, onClick }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx('button', main && 'main')}
      onClick={onClick}
    >
      <Glyph size="1.375rem" strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

interface SeekBarProps {
  readonly media: MediaSnapshot;
  readonly onSeek: (seconds: number) => void;
}

function SeekBar({ media, onSeek }: SeekBarProps) {
  const { t } = useText();
  const format = useFormat();
  return (
    <Slider
      label={t('player.seek')}
      valueText={t('player.seekText', {
        position: format.duration(media.positionSeconds),
        duration: format.duration(media.durationSeconds),
      })}
      value={media.positionSeconds}
      max={media.durationSeconds}
      step={1}
      ahead={media.bufferedSeconds}
      onChange={onSeek}
    />
  );
}

interface VolumeProps {
  readonly media: MediaSnapshot;
  readonly onChange: (volume: number) => void;
  readonly onToggle: () => void;
}

function Volume({ media, onChange, onToggle }: VolumeProps) {
  const { t } = useText();
  const format = useFormat();
  const volume = media.muted ? 0 : media.volume;
  return (
    <span className={cx('volume')}>
      <ControlButton
        Glyph={media.muted ? VolumeX : Volume2}
        label={media.muted ? t('player.unmute') : t('player.mute')}
        onClick={onToggle}
      />
      <span className={cx('volumeSlider')}>
        <Slider
          label={t('player.volume')}
          valueText={format.percent(volume)}
          value={volume}
          max={1}
          step={0.05}
          onChange={onChange}
        />
      </span>
    </span>
  );
}

function Clock({ media }: { readonly media: MediaSnapshot }) {
  const format = useFormat();
  return (
    <span className={cx('time')}>
      {format.duration(media.positionSeconds)} / {format.duration(media.durationSeconds)}
    </span>
  );
}

function clamp(seconds: number, durationSeconds: number): number {
  return Math.min(durationSeconds, Math.max(0, seconds));
}
