import type { Chapter } from '@prahari/contract';
import { useCallback, useMemo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Choice } from '../controls/Choice.tsx';
import { useFacts } from '../controls/use-media.ts';
import { findChapter } from './chapters.ts';

export interface ChapterChoiceProps {
  readonly video: HTMLVideoElement;
  readonly chapters: readonly Chapter[];
  readonly onSeek: (seconds: number) => void;
}

const BEFORE_ALL = { index: -1 };

/** The chapter that plays, and the others to jump to. */
export function ChapterChoice({ video, chapters, onSeek }: ChapterChoiceProps) {
  const { t } = useText();
  const format = useFormat();
  const ref = useMemo(() => ({ current: video }), [video]);
  const read = useCallback(
    ({ currentTime }: HTMLVideoElement) => ({ index: findChapter(chapters, currentTime) }),
    [chapters],
  );
  const { index: playing } = useFacts(ref, read, BEFORE_ALL);
  return (
    <Choice
      label={t('lesson.chapters')}
      value={String(playing)}
      options={[
        ...(playing < 0 ? [{ value: '-1', label: t('lesson.chapters') }] : []),
        ...chapters.map(({ startSeconds, title }, index) => ({
          value: String(index),
          label: `${format.duration(startSeconds)} ${title}`,
        })),
      ]}
      onChange={(value) => {
        const chapter = chapters[Number(value)];
        if (chapter) onSeek(chapter.startSeconds);
      }}
    />
  );
}
