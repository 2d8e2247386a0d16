import { catalogueLimits } from '@prahari/contract';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { type ChapterRow, findFaults, formatRows, parseRows } from './chapter-rows.ts';
import styles from './Videos.module.css';

const cx = classNames(styles);

export interface ChapterFieldsProps {
  /** One a line, as the draft keeps them. */
  readonly value: string;
  readonly durationSeconds: number | null;
  /** Whether to say what is wrong: from the first try to save on. */
  readonly asked: boolean;
  readonly onChange: (value: string) => void;
}

/** Chapters as rows: when each begins, and what it is called. */
export function ChapterFields({ value, durationSeconds, asked, onChange }: ChapterFieldsProps) {
  const { t } = useText();
  const [added, setAdded] = useState<number | null>(null);
  const rows = parseRows(value);
  const faults = asked ? findFaults(rows, durationSeconds) : [];
  const put = (next: readonly ChapterRow[]) => onChange(formatRows(next));
  const change = (index: number, part: Partial<ChapterRow>) =>
    put(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));

  return (
    <fieldset className={cx('chapters')} aria-label={t('videos.chapters')}>
      {rows.length > 0 ? (
        <div className={cx('chapter', 'heads')} aria-hidden="true">
          <span>{t('videos.chapterStart')}</span>
          <span>{t('videos.videoTitle')}</span>
        </div>
      ) : (
        <p className={cx('more')}>{t('videos.noChapters')}</p>
      )}
      {rows.map((row, index) => {
        const number = index + 1;
        const fault = faults[index];
        const error = fault ? t(`videos.${fault}`) : undefined;
        const isOfTitle = fault === 'chapterTitleMissing';
        return (
          <div key={`chapter-${number}`} className={cx('chapter')}>
            <TextField
              label={t('videos.chapterTime', { number })}
              labelHidden
              placeholder="12:30"
              maxLength={12}
              autoFocus={index === added}
              value={row.time}
              error={isOfTitle ? undefined : error}
              onChange={({ target }) => change(index, { time: target.value })}
            />
            <TextField
              label={t('videos.chapterTitle', { number })}
              labelHidden
              placeholder={t('videos.videoTitle')}
              maxLength={catalogueLimits.chapterTitleCharacters}
              value={row.title}
              error={isOfTitle ? error : undefined}
              onChange={({ target }) => change(index, { title: target.value })}
            />
            <IconButton
              icon="delete"
              label={t('videos.removeChapter', { number })}
              onClick={() => put(rows.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      {rows.length < catalogueLimits.chapters ? (
        <div>
          <Button
            icon="add"
            onClick={() => {
              setAdded(rows.length);
              put([...rows, { time: '', title: '' }]);
            }}
          >
            {t('videos.addChapter')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
