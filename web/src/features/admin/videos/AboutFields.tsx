import { DIFFICULTIES, TYPES } from '../../../domain/videos/kind-texts.ts';
import { useCategoryOptions, useTagOptions } from '../../../domain/videos/use-facet-options.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { usePickerWords } from '../../../shared/picker/use-picker-words.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Picker } from '../../../ui/Picker.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useVideoLanguages } from './use-video-languages.ts';
import styles from './Videos.module.css';
import type { VideoDraft } from './video-draft.ts';

const cx = classNames(styles);
/** As many as the server takes. */
const MOST_TAGS = 20;

export interface AboutFieldsProps {
  readonly draft: VideoDraft;
  /** Saving was tried: missing fields are marked. */
  readonly asked: boolean;
  readonly onChange: (change: Partial<VideoDraft>) => void;
}

/** The description of a video. */
export function AboutFields({ draft, asked, onChange }: AboutFieldsProps) {
  const { t } = useText();
  const words = usePickerWords();
  const categories = useCategoryOptions();
  const tags = useTagOptions();
  const languages = useVideoLanguages(draft.language);
  const choices = (texts: typeof DIFFICULTIES | typeof TYPES) =>
    Object.entries(texts).map(([value, text]) => ({ value, label: t(text) }));
  return (
    <Card>
      <div className={cx('fields')}>
        <div className={cx('wide')}>
          <TextField
            label={t('videos.videoTitle')}
            required
            maxLength={200}
            value={draft.title}
            error={asked && draft.title.trim() === '' ? t('videos.titleRequired') : undefined}
            onChange={({ target }) => onChange({ title: target.value })}
          />
        </div>
        <div className={cx('wide')}>
          <Textarea
            label={t('videos.description')}
            maxLength={4000}
            rows={3}
            value={draft.description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        </div>
        <Picker
          label={t('videos.category')}
          placeholder={t('videos.none')}
          words={words}
          single
          takesNew
          maxLength={80}
          options={categories}
          chosen={draft.category === '' ? [] : [draft.category]}
          onChange={([category = '']) => onChange({ category })}
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
        <div className={cx('wide')}>
          <Picker
            label={t('videos.tags')}
            hint={t('videos.tagsHint')}
            words={words}
            takesNew
            maxLength={40}
            options={tags}
            chosen={draft.tags}
            onChange={(chosen) => onChange({ tags: chosen.slice(0, MOST_TAGS) })}
          />
        </div>
      </div>
    </Card>
  );
}
