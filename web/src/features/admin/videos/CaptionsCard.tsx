import { type CaptionTrack, languageTagSchema, type ManagedVideo } from '@prahari/contract';
import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FileField } from '../../../ui/FileField.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { CaptionsDialog } from './CaptionsDialog.tsx';
import { usePutCaptions, useRemoveCaptions } from './use-captions.ts';
import { useVideoLanguages } from './use-video-languages.ts';
import styles from './Videos.module.css';

const cx = classNames(styles);

/** Captions of a video: one file a language, which a new one replaces. */
export function CaptionsCard({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const [isAdding, setAdding] = useState(false);
  const [language, setLanguage] = useState('');
  const [label, setLabel] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [edited, setEdited] = useState<CaptionTrack | null>(null);
  const put = usePutCaptions(video.id, () => {
    setLanguage('');
    setLabel('');
    setFile(null);
    setAdding(false);
  });
  const remove = useRemoveCaptions(video.id);
  const format = useFormat();
  const languages = useVideoLanguages(language);
  const isWhole = languageTagSchema.safeParse(language).success && label.trim() !== '';
  const error = put.error ?? remove.error;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isWhole && file) put.mutate({ language, label, file });
  }

  return (
    <Card title={t('videos.captions')} description={t('videos.captionsText')}>
      {error ? <ErrorNotice error={error} /> : null}
      {video.captions.length > 0 ? (
        <ul className={cx('tracks')}>
          {video.captions.map((track) => (
            <li key={track.language} className={cx('track')}>
              <span className={cx('track-name')}>
                {track.label}
                {track.label === format.language(track.language) ? null : (
                  <span className={cx('more')}> {format.language(track.language)}</span>
                )}
              </span>
              <IconButton
                icon="edit"
                label={t('videos.captionsEdit', { name: track.label })}
                title={t('videos.captionsEdit', { name: track.label })}
                onClick={() => setEdited(track)}
              />
              <IconButton
                icon="delete"
                label={t('videos.removeCaptions', { name: track.label })}
                title={t('videos.removeCaptions', { name: track.label })}
                onClick={() => setAsked(track.language)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={cx('more', 'before')}>{t('videos.noCaptions')}</p>
      )}
      {isAdding ? (
        <form noValidate className={cx('fields')} onSubmit={submit}>
          <Select
            label={t('videos.captionsLanguage')}
            autoFocus
            placeholder={t('videos.none')}
            value={language}
            options={languages}
            onChange={({ target }) => {
              setLanguage(target.value);
              // Until another name is typed, a language is called as its speakers call it.
              if (label === '' || label === nameOwn(language)) setLabel(nameOwn(target.value));
            }}
          />
          <TextField
            label={t('videos.captionsName')}
            maxLength={60}
            value={label}
            onChange={({ target }) => setLabel(target.value)}
          />
          <FileField
            accept=".vtt,text/vtt"
            label={t('videos.captionsFile')}
            browseLabel={t('videos.captionsBrowse')}
            standing={file?.name ?? t('videos.captionsNoFile')}
            onFile={setFile}
          />
          <div className={cx('wide')}>
            <div className={cx('buttons')}>
              <Button
                type="submit"
                variant="primary"
                disabled={!isWhole || !file}
                loading={put.isPending}
              >
                {t('videos.captionsSave')}
              </Button>
              <Button disabled={put.isPending} onClick={() => setAdding(false)}>
                {t('common.cancel')}
              </Button>
            </div>
          </div>
        </form>
      ) : (
        <Button icon="add" onClick={() => setAdding(true)}>
          {t('videos.captionsAdd')}
        </Button>
      )}
      {edited ? (
        <CaptionsDialog videoId={video.id} track={edited} onClose={() => setEdited(null)} />
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        title={t('videos.captions')}
        description={t('videos.captionsConfirm')}
        confirmLabel={t('videos.removeCaptions', {
          name: video.captions.find((track) => track.language === asked)?.label ?? '',
        })}
        cancelLabel={t('common.cancel')}
        tone="danger"
        loading={remove.isPending}
        onConfirm={() => {
          if (asked) remove.mutate(asked, { onSettled: () => setAsked(null) });
        }}
      />
    </Card>
  );
}

/** What the speakers of a language call it. */
function nameOwn(tag: string): string {
  if (tag === '') return '';
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}
