import { Suspense, useRef } from 'react';
import { loadTexts } from '../../shared/i18n/i18n.ts';
import styles from './BesideVideo.module.css';
import { lazyInPlayer } from './lazy-in-player.ts';
import { NotesPanel } from './notes/NotesPanel.tsx';
import type { SteerableVideo } from './Stage.tsx';
import { useNear } from './use-near.ts';

const TranscriptPanel = lazyInPlayer(() =>
  import('./transcript/TranscriptPanel.tsx').then((m) => m.TranscriptPanel),
);

const DownloadControl = lazyInPlayer(() =>
  Promise.all([
    import('../../domain/offline/DownloadControl.tsx'),
    loadTexts('offline'),
    loadTexts('account'),
  ]).then(([m]) => m.DownloadControl),
);

/** A transcript may be long: it is fetched so far ahead of the window. */
const NEAR_PIXELS = 256;

export interface BesideVideoProps {
  readonly videoId: string;
  /** Null while the video is interrupted. */
  readonly steerable: SteerableVideo | null;
}

/** What a learner works with beside a video. */
export function BesideVideo({ videoId, steerable }: BesideVideoProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place, NEAR_PIXELS);
  return (
    <div className={styles['panels']}>
      <div className={styles['download']}>
        <Suspense>
          <DownloadControl videoId={videoId} />
        </Suspense>
      </div>
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
