import { type SyntheticEvent, useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { DraftFields } from './DraftFields.tsx';
import { type Draft, draftOf, isSendable } from './draft.ts';
import type { Lecture } from './send-lecture.ts';
import styles from './Uploads.module.css';
import { acceptedFiles } from './video-file.ts';

const cx = classNames(styles);

export interface UploadFormProps {
  readonly onSend: (lecture: Lecture) => void;
  /** Goes on with an upload that was begun before; false when the file is new. */
  readonly onKnown: (file: File) => boolean;
}

/** Takes any number of files, each with a title of its own. */
export function UploadForm({ onSend, onKnown }: UploadFormProps) {
  const { t } = useText();
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [publish, setPublish] = useState(false);
  const [asked, setAsked] = useState(false);

  function choose(files: readonly File[]) {
    const fresh = files.filter((file) => !onKnown(file));
    setAsked(false);
    setDrafts((before) => [...before, ...fresh.map((file) => draftOf(file, crypto.randomUUID()))]);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (drafts.length === 0 || !drafts.every(isSendable)) return;
    for (const { file, title, description } of drafts) {
      onSend({ file, title: title.trim(), description: description.trim(), publish });
    }
    setDrafts([]);
    setAsked(false);
  }

  return (
    <form noValidate className={cx('form')} onSubmit={submit}>
      <FileDrop
        label={t('uploads.dropLabel')}
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
          asked={asked}
          onChange={(part) =>
            setDrafts((all) => all.map((one) => (one === draft ? { ...one, ...part } : one)))
          }
          onRemove={() => setDrafts((all) => all.filter((one) => one !== draft))}
        />
      ))}
      <Checkbox
        label={t('uploads.publishWhenReady')}
        hint={t('uploads.publishHint')}
        checked={publish}
        onChange={(event) => setPublish(event.target.checked)}
      />
      <Button type="submit" variant="primary" icon="upload">
        {drafts.length > 1 ? t('uploads.startMany', { count: drafts.length }) : t('uploads.start')}
      </Button>
    </form>
  );
}
