import type { Chapter } from '@prahari/contract';
import { ChevronDown } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { DropdownMenu, MenuChoice } from '../../../ui/DropdownMenu.tsx';
import { useFacts } from '../controls/use-media.ts';
import type { MenuPlace } from '../controls/use-opened.ts';
import { findChapter } from './chapters.ts';
import styles from './Extras.module.css';
import { useVideoDetail } from './use-video-detail.ts';

const cx = classNames(styles);

export interface ChapterMenuProps extends MenuPlace {
  readonly videoId: string;
  readonly video: HTMLVideoElement;
  readonly onSeek: (seconds: number) => void;
}

/** The title of the chapter that plays; opens the list of all, to jump by. */
export function ChapterMenu({ videoId, ...rest }: ChapterMenuProps) {
  const chapters = useVideoDetail(videoId)?.chapters ?? [];
  return chapters.length === 0 ? null : <ChapterList {...rest} chapters={chapters} />;
}

interface ChapterListProps extends Omit<ChapterMenuProps, 'videoId'> {
  readonly chapters: readonly Chapter[];
}

const BEFORE_ALL = { index: -1 };

function ChapterList({ video, chapters, onSeek, ...place }: ChapterListProps) {
  const { t } = useText();
  const format = useFormat();
  const ref = useMemo(() => ({ current: video }), [video]);
  const read = useCallback(
    ({ currentTime }: HTMLVideoElement) => ({ index: findChapter(chapters, currentTime) }),
    [chapters],
  );
  const { index: playing } = useFacts(ref, read, BEFORE_ALL);
  const title = chapters[playing]?.title;
  const button = (
    <button
      type="button"
      className={cx('chapter')}
      aria-label={title === undefined ? t('lesson.chapters') : t('lesson.chapterNow', { title })}
      title={t('lesson.chapters')}
    >
      <span className={cx('chapterTitle')}>{title ?? t('lesson.chapters')}</span>
      <ChevronDown size="1rem" strokeWidth={2} aria-hidden="true" />
    </button>
  );
  return (
    <DropdownMenu {...place} trigger={button} side="top" align="start">
      <MenuChoice
        isLong
        label={t('lesson.chapters')}
        value={String(playing)}
        options={chapters.map(({ startSeconds, title }, index) => ({
          value: String(index),
          lead: format.duration(startSeconds),
          label: title,
        }))}
        onChange={(value) => {
          const chapter = chapters[Number(value)];
          if (chapter) onSeek(chapter.startSeconds);
        }}
      />
    </DropdownMenu>
  );
}
