import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { pickGlimpses } from '../../../domain/storyboard/glimpses.ts';
import {
  fetchStoryboard,
  type StoryboardPicture,
} from '../../../domain/storyboard/storyboard-track.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Videos.module.css';

const cx = classNames(styles);
const MOST_FRAMES = 6;

interface PosterFramesProps {
  /** Of the storyboard. */
  readonly url: string;
  readonly chosenSeconds: number | null;
  readonly onChoose: (atSeconds: number) => void;
}

/** A few frames of the video to choose its poster from. */
export function PosterFrames({ url, chosenSeconds, onChoose }: PosterFramesProps) {
  const { t } = useText();
  const format = useFormat();
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.videos, 'frames', url],
    queryFn: ({ signal }) => fetchStoryboard(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const frames = pickGlimpses(data, MOST_FRAMES);
  if (frames.length === 0) return null;
  return (
    <fieldset className={cx('frames')} aria-label={t('videos.posterFrames')}>
      {frames.map((frame) => {
        const time = format.duration(frame.fromSeconds);
        return (
          <button
            key={frame.fromSeconds}
            type="button"
            className={cx('frame')}
            aria-label={t('videos.posterFrameAt', { time })}
            aria-pressed={chosenSeconds === Math.floor(frame.fromSeconds)}
            onClick={() => onChoose(frame.fromSeconds)}
          >
            <Sheet picture={frame} />
            <span className={cx('frame-time')}>{time}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** One picture of its sheet, as wide as its place. */
function Sheet({ picture }: { readonly picture: StoryboardPicture }) {
  const box = useRef<HTMLSpanElement>(null);
  const [scale, setScale] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setScale((box.current?.parentElement?.clientWidth ?? 0) / picture.width);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [picture.width]);
  return (
    <span
      ref={box}
      className={cx('sheet')}
      style={{
        width: picture.width,
        height: picture.height,
        backgroundImage: `url("${picture.sheet}")`,
        backgroundPosition: `-${picture.x}px -${picture.y}px`,
        transform: `scale(${scale})`,
      }}
    />
  );
}
