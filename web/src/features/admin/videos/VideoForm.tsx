import type { ManagedVideo } from '@prahari/contract';
import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { DIFFICULTIES, TYPES } from '../../../shared/videos/kind-texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { AudienceFields } from './AudienceFields.tsx';
import { ChapterFields } from './ChapterFields.tsx';
import { useLectureLanguages } from './lecture-languages.ts';
import { useEditVideo } from './use-videos.ts';
import { presentVideoOf, VideoConflict } from './VideoConflict.tsx';
import styles from './Videos.module.css';
import { draftOf, editOf, type VideoDraft } from './video-draft.ts';

const cx = classNames(styles);

/** Edits what was opened; an edit that came too late is refused and says so. */
export function VideoForm({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  // What was opened: a later reading of the page must not take away what was typed.
  const [base, setBase] = useState(video);
  const [draft, setDraft] = useState(() => draftOf(video));
  const [asked, setAsked] = useState(false);
  const begin = (from: ManagedVideo) => {
    setBase(from);
    setDraft(draftOf(from));
  };
  const save = useEditVideo(video.id, (saved) => {
    begin(saved);
    notify.success(t('videos.saved', { title: saved.title }));
  });
  const languages = useLectureLanguages(draft.language);
  const current = presentVideoOf(save.error);
  const set = (change: Partial<VideoDraft>) => setDraft({ ...draft, ...change });
  const choices = (texts: typeof DIFFICULTIES | typeof TYPES) =>
    Object.entries(texts).map(([value, text]) => ({ value, label: t(text) }));

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    saveAfter(base.updatedAt);
  }

  function saveAfter(updatedAt: string) {
    setAsked(true);
    const edit = editOf(draft, updatedAt);
    if (edit && draft.title.trim() !== '') save.mutate(edit);
  }

  return (
    <form noValidate className={cx('cards')} onSubmit={submit}>
      {save.isError && !current ? <ErrorNotice error={save.error} /> : null}
      {current ? (
        <VideoConflict
          {...{ base, current, draft }}
          saving={save.isPending}
          onTakeTheirs={() => {
            begin(current);
            save.reset();
          }}
          onSaveMine={() => saveAfter(current.updatedAt)}
        />
      ) : null}
      <Card title={t('videos.about')}>
        <div className={cx('fields')}>
          <TextField
            label={t('videos.videoTitle')}
            required
            maxLength={200}
            value={draft.title}
            error={asked && draft.title.trim() === '' ? t('videos.titleRequired') : undefined}
            onChange={({ target }) => set({ title: target.value })}
          />
          <TextField
            label={t('videos.category')}
            maxLength={80}
            value={draft.category}
            onChange={({ target }) => set({ category: target.value })}
          />
          <Select
            label={t('videos.difficulty')}
            placeholder={t('videos.none')}
            value={draft.difficulty}
            options={choices(DIFFICULTIES)}
            onChange={({ target }) => set({ difficulty: target.value })}
          />
          <Select
            label={t('videos.type')}
            placeholder={t('videos.none')}
            value={draft.type}
            options={choices(TYPES)}
            onChange={({ target }) => set({ type: target.value })}
          />
          <Select
            label={t('videos.language')}
            hint={t('videos.languageHint')}
            placeholder={t('videos.none')}
            value={draft.language}
            options={languages}
            onChange={({ target }) => set({ language: target.value })}
          />
          <Textarea
            label={t('videos.tags')}
            hint={t('videos.onePerLine')}
            value={draft.tags}
            onChange={({ target }) => set({ tags: target.value })}
          />
          <div className={cx('wide')}>
            <Textarea
              label={t('videos.description')}
              maxLength={4000}
              value={draft.description}
              onChange={({ target }) => set({ description: target.value })}
            />
          </div>
          <ChapterFields
            value={draft.chapters}
            durationSeconds={video.durationSeconds}
            asked={asked}
            onChange={(chapters) => set({ chapters })}
          />
        </div>
      </Card>
      <Card title={t('videos.publication')} description={t('videos.publicationText')}>
        <div className={cx('fields')}>
          <div className={cx('wide')}>
            <Checkbox
              label={t('videos.publish')}
              checked={draft.published}
              onChange={({ target }) => set({ published: target.checked })}
            />
          </div>
          <TextField
            type="datetime-local"
            step={1}
            label={t('videos.publishAt')}
            value={draft.publishAt}
            onChange={({ target }) => set({ publishAt: target.value })}
          />
          <TextField
            type="datetime-local"
            step={1}
            label={t('videos.unpublishAt')}
            value={draft.unpublishAt}
            onChange={({ target }) => set({ unpublishAt: target.value })}
          />
        </div>
      </Card>
      <AudienceFields draft={draft} onChange={set} />
      <div>
        <Button type="submit" variant="primary" icon="save" loading={save.isPending}>
          {t('videos.save')}
        </Button>
      </div>
    </form>
  );
}
