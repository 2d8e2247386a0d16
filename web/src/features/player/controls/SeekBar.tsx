import { Suspense, useState } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { lazyInPlayer } from '../lazy-in-player.ts';
import { Slider } from './Slider.tsx';
import { useProgress, type VideoRef } from './use-media.ts';

const SeekExtras = lazyInPlayer(() => import('../extras/SeekExtras.tsx').then((m) => m.SeekExtras));

export interface SeekBarProps {
  readonly videoId: string;
  readonly video: VideoRef;
  readonly onSeek: (seconds: number) => void;
  /** Told when the pointer comes to the bar, and when it leaves. */
  readonly onPointing: (isPointing: boolean) => void;
}

/** The position of the video, as a bar to seek with. */
export function SeekBar({ video, videoId, onSeek, onPointing }: SeekBarProps) {
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
      isTimeline
      ahead={bufferedSeconds}
      onChange={onSeek}
      onPoint={point}
    >
      <Suspense>
        <SeekExtras
          videoId={videoId}
          durationSeconds={durationSeconds}
          pointedSeconds={pointedSeconds}
          onSeek={onSeek}
          onPointing={onPointing}
        />
      </Suspense>
    </Slider>
  );
}
