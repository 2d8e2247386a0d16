import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { notify } from '../../../ui/notify.ts';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { titleFromFileName } from './title-from-file-name.ts';
import { UploadProgressBar } from './UploadProgressBar.tsx';
import styles from './Uploads.module.css';
import { useUpload } from './use-upload.ts';
import { acceptedFiles, isVideoFileName } from './video-file.ts';

const cx = classNames(styles);

interface Draft {
  readonly file: File | null;
  readonly title: string;
  readonly description: string;
  readonly publish: boolean;
}

const EMPTY: Draft = { file: null, title: '', description: '', publish: false };

export function UploadForm() {
  const { t } = useText();
  const format = useFormat();
  const [draft, setDraft] = useState(EMPTY);
  const [asked, setAsked] = useState(false);
  const upload = useUpload({
    onDone: ({ title }) => {
      notify.success(t('uploads.received', { title }));
      setDraft(EMPTY);
      setAsked(false);
    },
    onCancelled: () => notify.info(t('uploads.cancelled')),
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const title = draft.title.trim();

  function choose(file: File | null) {
    const isUsable = file !== null && isVideoFileName(file.name);
    change({ file, ...(isUsable && title === '' ? { title: titleFromFileName(file.name) } : {}) });
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    const { file, publish } = draft;
    if (file === null || file.size === 0 || !isVideoFileName(file.name) || title === '') return;
    upload.start({ file, title, description: draft.description.trim(), publish });
  }

  return (
    <form noValidate className={cx('form')} onSubmit={submit}>
      {upload.error ? <ErrorNotice error={upload.error} /> : null}
      <FileDrop
        label={t('uploads.dropLabel')}
        hint={t('uploads.dropHint')}
        browseLabel={t('uploads.browse')}
        removeLabel={t('uploads.removeFile')}
        accept={acceptedFiles}
        disabled={upload.running}
        file={draft.file}
        describe={(file) => format.bytes(file.size)}
        error={fileError(draft.file, asked, t)}
        onChange={choose}
      />
      <TextField
        label={t('uploads.lectureTitle')}
        required
        maxLength={200}
        disabled={upload.running}
        value={draft.title}
        error={asked && title === '' ? t('uploads.titleRequired') : undefined}
        onChange={(event) => change({ title: event.target.value })}
      />
      <Textarea
        label={t('uploads.lectureDescription')}
        maxLength={4000}
        rows={3}
        disabled={upload.running}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <Checkbox
        label={t('uploads.publishWhenReady')}
        hint={t('uploads.publishHint')}
        disabled={upload.running}
        checked={draft.publish}
        onChange={(event) => change({ publish: event.target.checked })}
      />
      {upload.progress ? <UploadProgressBar progress={upload.progress} /> : null}
      {upload.running ? (
        <Button icon="cancel" onClick={upload.cancel}>
          {t('uploads.cancelUpload')}
        </Button>
      ) : (
        <Button type="submit" variant="primary" icon="upload">
          {t('uploads.start')}
        </Button>
      )}
    </form>
  );
}

function fileError(file: File | null, asked: boolean, t: ReturnType<typeof useText>['t']) {
  if (file !== null && !isVideoFileName(file.name)) return t('uploads.fileNotVideo');
  if (file?.size === 0) return t('uploads.fileEmpty');
  return asked && file === null ? t('uploads.fileRequired') : undefined;
}
