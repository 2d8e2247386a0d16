import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import styles from './BesideVideo.module.css';
import { lazyInPlayer } from './lazy-in-player.ts';
import { NotesPanel } from './notes/NotesPanel.tsx';
import type { SteerableVideo } from './Stage.tsx';
import { watchTouches } from './up-next/idle-clock.ts';

const TranscriptPanel = lazyInPlayer(() =>
  import('./transcript/TranscriptPanel.tsx').then((m) => m.TranscriptPanel),
);

export interface BesideVideoProps {
  readonly videoId: string;
  /** Null while the video is interrupted. */
  readonly steerable: SteerableVideo | null;
}

/** What a learner works with beside a video, from its first picture on. */
export function BesideVideo({ videoId, steerable }: BesideVideoProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  useEffect(watchTouches, []);
  return (
    <div className={styles['panels']}>
      <NotesPanel videoId={videoId} onJump={(seconds) => steerable?.jumpTo(seconds)} />
      <div ref={place} className={styles['transcript']}>
        {isNear ? (
          <Suspense>
            <TranscriptPanel videoId={videoId} steerable={steerable} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}

/** So far below the window something counts as near. */
const MARGIN = '256px';

/** True from when an element first came near the window on. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(!('IntersectionObserver' in window));
  useEffect(() => {
    const element = place.current;
    if (isNear || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear, place]);
  return isNear;
}
