import { DIFFICULTIES, TYPES } from '../../../domain/videos/kind-texts.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ChapterFields } from './ChapterFields.tsx';
import { useVideoLanguages } from './use-video-languages.ts';
import styles from './Videos.module.css';
import type { VideoDraft } from './video-draft.ts';

const cx = classNames(styles);

export interface AboutFieldsProps {
  readonly draft: VideoDraft;
  /** Null while it is not known. */
  readonly durationSeconds: number | null;
  /** Saving was tried: missing fields are marked. */
  readonly asked: boolean;
  readonly onChange: (change: Partial<VideoDraft>) => void;
}

/** The description of a video, and its chapters. */
export function AboutFields({ draft, durationSeconds, asked, onChange }: AboutFieldsProps) {
  const { t } = useText();
  const languages = useVideoLanguages(draft.language);
  const choices = (texts: typeof DIFFICULTIES | typeof TYPES) =>
    Object.entries(texts).map(([value, text]) => ({ value, label: t(text) }));
  return (
    <Card title={t('videos.about')}>
      <div className={cx('fields')}>
        <TextField
          label={t('videos.videoTitle')}
          required
          maxLength={200}
          value={draft.title}
          error={asked && draft.title.trim() === '' ? t('videos.titleRequired') : undefined}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <TextField
          label={t('videos.category')}
          maxLength={80}
          value={draft.category}
          onChange={({ target }) => onChange({ category: target.value })}
        />
        <Select
          label={t('videos.difficulty')}
          placeholder={t('videos.none')}
          value={draft.difficulty}
          options={choices(DIFFICULTIES)}
          onChange={({ target }) => onChange({ difficulty: target.value })}
        />
        <Select
          label={t('videos.type')}
          placeholder={t('videos.none')}
          value={draft.type}
          options={choices(TYPES)}
          onChange={({ target }) => onChange({ type: target.value })}
        />
        <Select
          label={t('videos.language')}
          hint={t('videos.languageHint')}
          placeholder={t('videos.none')}
          value={draft.language}
          options={languages}
          onChange={({ target }) => onChange({ language: target.value })}
        />
        <Textarea
          label={t('videos.tags')}
          hint={t('videos.onePerLine')}
          value={draft.tags}
          onChange={({ target }) => onChange({ tags: target.value })}
        />
        <div className={cx('wide')}>
          <Textarea
            label={t('videos.description')}
            maxLength={4000}
            value={draft.description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        </div>
        <ChapterFields
          value={draft.chapters}
          durationSeconds={durationSeconds}
          asked={asked}
          onChange={(chapters) => onChange({ chapters })}
        />
      </div>
    </Card>
  );
}
