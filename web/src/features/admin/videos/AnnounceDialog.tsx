import { type SyntheticEvent, useId, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useNavigate } from '../../../shared/routing/use-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { useAnnounceVideo } from './use-videos.ts';

/** A video without a file so far: all else of it is set on its page, and its file comes later. */
export function AnnounceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const formId = useId();
  const [title, setTitle] = useState('');
  const [asked, setAsked] = useState(false);
  const announce = useAnnounceVideo((video) => {
    notify.success(t('videos.announced', { title: video.title }));
    navigate(`/admin/videos/${video.id}`);
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (title.trim() !== '') announce.mutate(title.trim());
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={t('videos.announce')}
      description={t('videos.announceText')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={announce.isPending}>
            {t('videos.announce')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        {announce.isError ? <ErrorNotice error={announce.error} /> : null}
        <TextField
          label={t('videos.videoTitle')}
          required
          maxLength={200}
          value={title}
          error={asked && title.trim() === '' ? t('videos.titleRequired') : undefined}
          onChange={({ target }) => setTitle(target.value)}
        />
      </form>
    </Dialog>
  );
}
