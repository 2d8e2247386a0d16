import type { Chapter } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { fetchStoryboard, findPicture } from '../../../domain/storyboard/storyboard-track.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { classNames } from '../../../ui/class-names.ts';
import { NoteMarks, type NoteMarksProps } from '../notes/NoteMarks.tsx';
import { computeChapterMarks, findChapter } from './chapters.ts';
import styles from './Extras.module.css';
import { useVideoDetail } from './use-video-detail.ts';

const cx = classNames(styles);

export interface SeekExtrasProps extends NoteMarksProps {
  /** The moment under the pointer; null when it is elsewhere. */
  readonly pointedSeconds: number | null;
}

/** Marks of chapters and notes on the bar, and what is to be seen at the place under the pointer. */
export function SeekExtras(props: SeekExtrasProps) {
  const { videoId, durationSeconds, pointedSeconds } = props;
  const format = useFormat();
  const detail = useVideoDetail(videoId);
  const chapters = detail?.chapters ?? NONE;
  const pictures = usePictures(videoId, detail?.storyboardUrl ?? null);
  const tile = pointedSeconds === null ? undefined : findPicture(pictures, pointedSeconds);
  const chapter = pointedSeconds === null ? -1 : findChapter(chapters, pointedSeconds);
  return (
    <>
      <div className={cx('seekExtras')} aria-hidden="true">
        <ChapterMarks chapters={chapters} durationSeconds={durationSeconds} />
        {pointedSeconds === null || durationSeconds === 0 ? null : (
          <span
            className={cx('preview')}
            style={{ left: `${clampShare(pointedSeconds / durationSeconds) * 100}%` }}
            data-testid="seek-preview"
          >
            {tile ? (
              <span
                className={cx('tile')}
                style={{
                  width: tile.width,
                  height: tile.height,
                  backgroundImage: `url("${tile.sheet}")`,
                  backgroundPosition: `${-tile.x}px ${-tile.y}px`,
                }}
              />
            ) : null}
            <span className={cx('previewText')}>
              {format.duration(pointedSeconds)} {chapters[chapter]?.title}
            </span>
          </span>
        )}
      </div>
      <NoteMarks {...props} />
    </>
  );
}

const NONE: readonly Chapter[] = [];
/** With more, marks would be wider than what they part. */
const mostWideMarks = 60;

interface ChapterMarksProps {
  readonly chapters: readonly Chapter[];
  readonly durationSeconds: number;
}

/** Drawn once, not with each second and each move of the pointer: there may be 200. */
const ChapterMarks = memo(function ChapterMarks({ chapters, durationSeconds }: ChapterMarksProps) {
  const marks = computeChapterMarks(chapters, durationSeconds);
  const className = cx('mark', marks.length > mostWideMarks && 'narrow');
  return marks.map((share) => (
    <span key={share} className={className} style={{ left: `${share * 100}%` }} />
  ));
});

/** Keeps the preview within the screen. */
function clampShare(share: number): number {
  return Math.min(0.94, Math.max(0.06, share));
}

/** No storyboard is no failure: then there are times without pictures. */
function usePictures(videoId: string, address: string | null) {
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.videos, videoId, 'storyboard'],
    queryFn: () => fetchStoryboard(address ?? ''),
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
