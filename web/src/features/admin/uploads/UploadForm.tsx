import { type SyntheticEvent, useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { DraftFields } from './DraftFields.tsx';
import { createDraft, type Draft, isSendable } from './draft.ts';
import type { VideoToSend } from './send-video.ts';
import styles from './Uploads.module.css';
import type { Target } from './use-targets.ts';
import { acceptedFiles } from './video-file.ts';

const cx = classNames(styles);

export interface UploadFormProps {
  /** Announced videos that files may be for. */
  readonly targets: readonly Target[];
  /** The one that the next file is for, unless the administrator chooses otherwise. */
  readonly asked: Target | null;
  readonly onSend: (video: VideoToSend) => void;
  /** Goes on with an upload that was begun before; false when the file is new. */
  readonly onKnown: (file: File) => boolean;
}

/** Takes any number of files, each with its own title. */
export function UploadForm({ targets, asked: wanted, onSend, onKnown }: UploadFormProps) {
  const { t } = useText();
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [publish, setPublish] = useState(false);
  const [asked, setAsked] = useState(false);

  function choose(files: readonly File[]) {
    const fresh = files.filter((file) => !onKnown(file));
    setAsked(false);
    setDrafts((before) => {
      const isTaken = before.some(({ videoId }) => videoId === wanted?.id);
      const made = fresh.map((file, at) =>
        createDraft(file, crypto.randomUUID(), at === 0 && !isTaken ? wanted?.id : ''),
      );
      return [...before, ...made];
    });
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (drafts.length === 0 || !drafts.every(isSendable)) return;
    for (const { file, title, description, videoId } of drafts) {
      const target = targets.find(({ id }) => id === videoId);
      const texts = { title: target?.title ?? title.trim(), description: description.trim() };
      onSend({ file, ...texts, publish, ...(target ? { videoId } : {}) });
    }
    setDrafts([]);
    setAsked(false);
  }

  return (
    <form noValidate className={cx('form')} onSubmit={submit}>
      <FileDrop
        label={wanted ? t('uploads.dropFor', { title: wanted.title }) : t('uploads.dropLabel')}
        hint={t('uploads.dropHint')}
        browseLabel={t('uploads.browse')}
        removeLabel={t('uploads.removeFile')}
        accept={acceptedFiles}
        file={null}
        describe={() => ''}
        error={asked && drafts.length === 0 ? t('uploads.fileRequired') : undefined}
        onChange={() => undefined}
        onMany={choose}
      />
      {drafts.map((draft) => (
        <DraftFields
          key={draft.key}
          draft={draft}
          targets={targets.filter(({ id }) =>
            drafts.every((other) => other === draft || other.videoId !== id),
          )}
          asked={asked}
          onChange={(part) =>
            setDrafts((all) => all.map((one) => (one === draft ? { ...one, ...part } : one)))
          }
          onRemove={() => setDrafts((all) => all.filter((one) => one !== draft))}
        />
      ))}
      {drafts.length > 0 && drafts.every(({ videoId }) => videoId !== '') ? null : (
        <Checkbox
          label={t('uploads.publishWhenReady')}
          hint={t('uploads.publishHint')}
          checked={publish}
          onChange={(event) => setPublish(event.target.checked)}
        />
      )}
      <Button type="submit" variant="primary" icon="upload">
        {drafts.length > 1 ? t('uploads.startMany', { count: drafts.length }) : t('uploads.start')}
      </Button>
    </form>
  );
}
