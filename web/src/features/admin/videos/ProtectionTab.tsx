import { endpoints, type ManagedVideo, type VideoInsights } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DiskWaitNote } from '../../../domain/disk-wait/DiskWaitNote.tsx';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useVideoInsights } from '../../../domain/videos/use-video-insights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import styles from './Videos.module.css';

const cx = classNames(styles);

/** How a ready video is protected: its keys, and the licences that were given for it. */
export function ProtectionTab({ video }: { readonly video: ManagedVideo }) {
  const insights = useVideoInsights(video.id);
  return (
    <div className={cx('split')}>
      <KeysCard video={video} keys={insights.data?.keys ?? []} />
      <LicencesCard insights={insights} />
    </div>
  );
}

interface KeysCardProps {
  readonly video: ManagedVideo;
  readonly keys: VideoInsights['keys'];
}

/** Lists the keys, and renews them for administrators who fear that they leaked. */
function KeysCard({ video, keys }: KeysCardProps) {
  const { t } = useText();
  const format = useFormat();
  const [asked, setAsked] = useState(false);
  const renewal = useRenewKeys(video.id, () => setAsked(false));
  const { keyRenewal } = video;
  const at = keyRenewal ? format.dateTime(new Date(keyRenewal.at)) : '';
  const isWaiting = keyRenewal?.state === 'waiting';
  return (
    <Card
      title={t('videos.keys')}
      description={t('videos.keysText')}
      actions={
        <Button size="compact" icon="refresh" loading={isWaiting} onClick={() => setAsked(true)}>
          {t('videos.keysRenew')}
        </Button>
      }
      flush
    >
      {renewal.error ? (
        <div className={cx('inset')}>
          <ErrorNotice error={renewal.error} />
        </div>
      ) : null}
      <div role="status" className={cx('standing', 'inset')}>
        {keyRenewal?.diskWait ? <DiskWaitNote wait={keyRenewal.diskWait} /> : null}
        {isWaiting && !keyRenewal?.diskWait ? t('videos.keysWaiting') : null}
        {keyRenewal?.state === 'done' ? t('videos.keysDone', { at }) : null}
        {keyRenewal?.state === 'failed' ? t('videos.keysFailed', { at }) : null}
      </div>
      {keys.length > 0 ? (
        <Table caption={t('videos.keys')}>
          <thead>
            <tr>
              <HeaderCell>{t('videos.keyOf')}</HeaderCell>
              <HeaderCell>{t('videos.keyScheme')}</HeaderCell>
              <HeaderCell>{t('videos.keyMade')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ quality, scheme, createdAt }) => (
              <tr key={`${quality} ${scheme}`}>
                <Cell part="title">{t(`videos.keyQuality_${quality}`)}</Cell>
                <Cell>{t(`videos.scheme_${scheme}`)}</Cell>
                <Cell>
                  <Time value={createdAt} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
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

/** Licences of the last days, by key system. */
function LicencesCard({
  insights: { data, isError },
}: {
  readonly insights: ReturnType<typeof useVideoInsights>;
}) {
  const { t } = useText();
  const format = useFormat();
  const licences = data?.licences ?? [];
  return (
    <Card title={t('videos.licences')} description={t('videos.licencesText')}>
      {isError && !data ? <p className={cx('more')}>{t('videos.useFailed')}</p> : null}
      {data && licences.length === 0 ? (
        <EmptyState small icon="lock-reset" title={t('videos.licencesNone')}>
          {t('videos.licencesNoneText')}
        </EmptyState>
      ) : null}
      {licences.length > 0 ? (
        <Facts
          inRows
          facts={licences.map(
            ({ system, count }) => [t(`keySystems.${system}`), format.number(count)] as const,
          )}
        />
      ) : null}
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
