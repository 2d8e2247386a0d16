import { type SyntheticEvent, useState } from 'react';
import { AudienceFields } from '../../../domain/audience/AudienceFields.tsx';
import { buildAudience, isForNobody, nobodyYet } from '../../../domain/audience/audience-draft.ts';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useCategoryOptions } from '../../../domain/videos/use-facet-options.ts';
import { useLimitText } from '../../../shared/format/use-limit-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { usePickerWords } from '../../../shared/picker/use-picker-words.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { Picker } from '../../../ui/Picker.tsx';
import { DraftFields } from './DraftFields.tsx';
import { type Draft, isSendable, readDraft } from './draft.ts';
import { findTwin } from './find-twin.ts';
import type { VideoToSend } from './send-video.ts';
import styles from './Uploads.module.css';
import { useJobs } from './use-jobs.ts';
import { useStorageUse } from './use-storage-use.ts';
import type { Target } from './use-targets.ts';
import { acceptedFiles } from './video-file.ts';

const cx = classNames(styles);

export interface UploadFormProps {
  /** Announced videos that files may be for. */
  readonly targets: readonly Target[];
  /** The one that the next file is for, unless the administrator chooses otherwise. */
  readonly asked: Target | null;
  readonly onSend: (video: VideoToSend) => void;
  /** Continues an earlier upload; returns false when the file is new. */
  readonly onKnown: (file: File) => boolean;
}

/** Takes any number of files, each with its own title; what is asked of them comes with the first. */
export function UploadForm({ targets, asked: wanted, onSend, onKnown }: UploadFormProps) {
  const { t } = useText();
  const { isEverywhere } = useRights();
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [publish, setPublish] = useState(false);
  const [category, setCategory] = useState('');
  const [audience, setAudience] = useState({ ...nobodyYet, everyone: isEverywhere });
  const [asked, setAsked] = useState(false);
  const words = usePickerWords();
  const categories = useCategoryOptions();
  const writeLimit = useLimitText();
  const jobs = useJobs().data?.items ?? [];
  const uploadMaxBytes = useStorageUse().data?.limits.uploadMaxBytes;
  const isOfNew = drafts.some(({ videoId, problem }) => videoId === '' && problem === null);

  async function choose(files: readonly File[]) {
    const fresh = files.filter((file) => !onKnown(file));
    setAsked(false);
    const made = await Promise.all(fresh.map((file) => readDraft(file, crypto.randomUUID())));
    setDrafts((before) => {
      const isTaken = before.some(({ videoId }) => videoId === wanted?.id);
      const first = made.find(({ problem }) => problem === null);
      const forWanted = made.map((draft) =>
        draft === first && wanted && !isTaken ? { ...draft, videoId: wanted.id } : draft,
      );
      return [...before, ...forWanted];
    });
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (!drafts.every(isSendable)) return;
    for (const { file, title, description, videoId } of drafts) {
      const target = targets.find(({ id }) => id === videoId);
      const about = { title: target?.title ?? title.trim(), description: description.trim() };
      const forWhom = { category: category || null, audience: chosenAudience() };
      onSend({ file, ...about, ...forWhom, publish, ...(target ? { videoId } : {}) });
    }
    setDrafts([]);
    setAsked(false);
  }

  /** Null leaves it to the server: the places of this administrator's scope. */
  function chosenAudience() {
    return isEverywhere || !isForNobody(audience) ? buildAudience(audience) : null;
  }

  return (
    <form noValidate className={cx('form')} onSubmit={submit}>
      <FileDrop
        label={wanted ? t('uploads.dropFor', { title: wanted.title }) : t('uploads.dropLabel')}
        hint={
          uploadMaxBytes === undefined
            ? t('uploads.dropHint')
            : t('uploads.dropHintUpTo', { size: writeLimit(uploadMaxBytes) })
        }
        browseLabel={t('uploads.browse')}
        removeLabel={t('uploads.removeFile')}
        accept={acceptedFiles}
        slim={drafts.length > 0}
        file={null}
        describe={() => ''}
        onChange={() => undefined}
        onMany={(files) => void choose(files)}
      />
      {drafts.map((draft) => (
        <DraftFields
          key={draft.key}
          draft={draft}
          targets={targets.filter(({ id }) =>
            drafts.every((other) => other === draft || other.videoId !== id),
          )}
          twin={findTwin(draft, jobs)}
          asked={asked}
          onChange={(part) =>
            setDrafts((all) => all.map((one) => (one === draft ? { ...one, ...part } : one)))
          }
          onRemove={() => setDrafts((all) => all.filter((one) => one !== draft))}
        />
      ))}
      {isOfNew ? (
        <>
          <Picker
            label={t('videos.category')}
            placeholder={t('videos.none')}
            words={words}
            single
            takesNew
            maxLength={80}
            options={categories}
            chosen={category === '' ? [] : [category]}
            onChange={([chosen = '']) => setCategory(chosen)}
          />
          <div>
            <p className={cx('field-name')}>{t('videos.audience')}</p>
            <AudienceFields
              draft={audience}
              whenEmpty={isEverywhere ? undefined : t('audience.scopeByDefault')}
              onChange={(part) => setAudience((before) => ({ ...before, ...part }))}
            />
          </div>
          <Checkbox
            label={t('uploads.publishWhenReady')}
            hint={t('uploads.publishHint')}
            checked={publish}
            onChange={(event) => setPublish(event.target.checked)}
          />
        </>
      ) : null}
      {drafts.length === 0 ? null : (
        <div className={cx('foot')}>
          <Button type="submit" variant="primary" icon="upload">
            {drafts.length > 1
              ? t('uploads.startMany', { count: drafts.length })
              : t('uploads.start')}
          </Button>
        </div>
      )}
    </form>
  );
}
