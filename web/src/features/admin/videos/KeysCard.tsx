import { endpoints, type ManagedVideo } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DiskWaitNote } from '../../../domain/disk-wait/DiskWaitNote.tsx';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Videos.module.css';

const cx = classNames(styles);

/**
 * Shows the keys of a ready video, and renews them for administrators who fear that they leaked.
 */
export function KeysCard({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const format = useFormat();
  const [asked, setAsked] = useState(false);
  const renewal = useRenewKeys(video.id, () => setAsked(false));
  const { keyRenewal } = video;
  const at = keyRenewal ? format.dateTime(new Date(keyRenewal.at)) : '';
  const isWaiting = keyRenewal?.state === 'waiting';
  return (
    <Card title={t('videos.keys')} description={t('videos.keysText')}>
      {renewal.error ? <ErrorNotice error={renewal.error} /> : null}
      <div role="status" className={cx('standing')}>
        {keyRenewal?.diskWait ? <DiskWaitNote wait={keyRenewal.diskWait} /> : null}
        {isWaiting && !keyRenewal?.diskWait ? t('videos.keysWaiting') : null}
        {keyRenewal?.state === 'done' ? t('videos.keysDone', { at }) : null}
        {keyRenewal?.state === 'failed' ? t('videos.keysFailed', { at }) : null}
      </div>
      <Button loading={isWaiting} onClick={() => setAsked(true)}>
        {t('videos.keysRenew')}
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('videos.keysRenew')}
        description={t('videos.keysConfirm', { title: video.title })}
        confirmLabel={t('videos.keysRenew')}
        cancelLabel={t('common.cancel')}
        loading={renewal.isPending}
        onConfirm={() => renewal.mutate()}
      />
    </Card>
  );
}

/** Has the keys of a video renewed; the worker does it, and the page notices when it is done. */
function useRenewKeys(id: string, onAsked: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(endpoints.videos.renewKeys, { params: { id } }),
    onSuccess: (video) => {
      queryClient.setQueryData([...queryKeys.videos, 'managed', id], video);
      onAsked();
    },
  });
}
