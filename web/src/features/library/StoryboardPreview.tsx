import { useEffect, useRef, useState } from 'react';
import { pickGlimpses } from '../../domain/storyboard/glimpses.ts';
import {
  fetchStoryboard,
  type StoryboardPicture,
} from '../../domain/storyboard/storyboard-track.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './StoryboardPreview.module.css';

const cx = classNames(styles);
const MOST_PICTURES = 12;
const EACH_MS = 900;

/** Glimpses of a video, one after another over its poster, while one looks at its card. */
export function StoryboardPreview({ url }: { readonly url: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [pictures, setPictures] = useState<readonly StoryboardPicture[]>([]);
  const [index, setIndex] = useState(0);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const aborter = new AbortController();
    setWidth(box.current?.clientWidth ?? 0);
    fetchStoryboard(url, aborter.signal).then(
      (all) => setPictures(pickGlimpses(all, MOST_PICTURES)),
      // The poster stays: the user did not ask for more.
      () => undefined,
    );
    return () => aborter.abort();
  }, [url]);

  useEffect(() => {
    if (pictures.length < 2) return;
    const timer = setInterval(() => setIndex((last) => (last + 1) % pictures.length), EACH_MS);
    return () => clearInterval(timer);
  }, [pictures]);

  const picture = pictures[index];
  return (
    <div ref={box} className={cx('box')} aria-hidden="true">
      {picture ? (
        <div
          className={cx('picture')}
          style={{
            width: picture.width,
            height: picture.height,
            backgroundImage: `url("${picture.sheet}")`,
            backgroundPosition: `-${picture.x}px -${picture.y}px`,
            transform: `scale(${width / picture.width})`,
          }}
        />
      ) : null}
    </div>
  );
}
