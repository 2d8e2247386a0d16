import { endpoints, type UnfinishedUpload } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { QueueRow } from './QueueRow.tsx';
import { isSameFile } from './same-file.ts';
import { giveUpUpload, type VideoToSend } from './send-video.ts';
import { UnfinishedRow } from './UnfinishedRow.tsx';
import { UploadForm } from './UploadForm.tsx';
import styles from './Uploads.module.css';
import { useTargets } from './use-targets.ts';
import { useUploadErrorText } from './use-upload-error-text.ts';
import { useUploadQueue } from './use-upload-queue.ts';

const cx = classNames(styles);

interface Ending {
  readonly title: string;
  readonly end: () => Promise<unknown>;
}

export interface UploadDeskProps {
  /** What became of those that have arrived, below those on their way. */
  readonly children: ReactNode;
}

/** New videos and those that wait for their file; below them what becomes of each. */
export function UploadDesk({ children }: UploadDeskProps) {
  const { t } = useText();
  const errorText = useUploadErrorText();
  const { items, queue } = useUploadQueue(({ title }) =>
    notify.success(t('uploads.received', { title })),
  );
  const unfinished = useUnfinished();
  const giveUp = useGiveUp();
  const navigate = useNavigate();
  const askedId = new URLSearchParams(useLocation().search).get('video');
  const { targets, asked, isUnfit } = useTargets(askedId);
  const [ending, setEnding] = useState<Ending | null>(null);
  const [sent, setSent] = useState(0);
  const standing = useRef<HTMLElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const shownFor = useRef(askedId);
  const left = (unfinished.data ?? []).filter(({ id }) => {
    return items.every(({ uploadId }) => uploadId !== id);
  });

  const isOnItsWay = (id: string) =>
    items.some(({ videoId }) => videoId === id) || left.some(({ videoId }) => videoId === id);
  const open = targets.filter(({ id }) => !isOnItsWay(id));
  const wanted = open.find(({ id }) => id === asked?.id) ?? null;

  // The form, which was long, is empty again: what there is to do next stands in the list.
  useEffect(() => {
    if (sent === 0) return;
    standing.current?.focus({ preventScroll: true });
    standing.current?.scrollIntoView({ block: 'start' });
  }, [sent]);

  // Asked for by a row further down: the form, which is for that video now, is gone to.
  const wantedId = wanted?.id ?? null;
  useEffect(() => {
    if (wantedId === null || shownFor.current === wantedId) return;
    shownFor.current = wantedId;
    form.current?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'start' });
  }, [wantedId]);

  function send(video: VideoToSend) {
    queue.add(video);
    setSent((before) => before + 1);
    if (video.videoId === asked?.id) navigate({ search: '' }, { replace: true });
  }

  function goOn({ id, title, offsetBytes, videoId }: UnfinishedUpload, file: File) {
    const target = videoId === null ? {} : { videoId };
    const said = { title, description: '', category: null, audience: null, publish: false };
    const video = { file, ...said, ...target, uploadId: id };
    queue.add(video, offsetBytes);
  }

  function goOnWithKnown(file: File): boolean {
    const known = left.find((one) => one.fileName === file.name && isSameFile(one, file));
    if (known) goOn(known, file);
    return known !== undefined;
  }

  async function finishEnding({ end }: Ending) {
    setEnding(null);
    try {
      await end();
      notify.info(t('uploads.cancelled'));
    } catch (error) {
      const { text, reference } = errorText(error);
      notify.error(text, { description: reference });
    }
    await unfinished.refetch();
  }

  return (
    <div className={cx('desk')}>
      <div ref={form} tabIndex={-1} className={cx('desk', 'standing')}>
        <Card
          title={wanted ? t('uploads.forTitle', { title: wanted.title }) : t('uploads.newTitle')}
        >
          {isUnfit ? (
            <p role="alert" className={cx('failure')}>
              {t('uploads.errorTargetTaken')}
            </p>
          ) : null}
          <UploadForm targets={open} asked={wanted} onSend={send} onKnown={goOnWithKnown} />
        </Card>
        {left.length > 0 ? (
          <Card title={t('uploads.unfinishedTitle')} flush>
            <p className={cx('hint')}>{t('uploads.unfinishedText')}</p>
            <ul className={cx('jobs')}>
              {left.map((upload) => (
                <UnfinishedRow
                  key={upload.id}
                  upload={upload}
                  onFile={(file) => goOn(upload, file)}
                  onGiveUp={() =>
                    setEnding({ title: upload.title, end: () => giveUp.mutateAsync(upload.id) })
                  }
                />
              ))}
            </ul>
          </Card>
        ) : null}
      </div>
      <section
        ref={standing}
        tabIndex={-1}
        aria-label={t('uploads.jobsTitle')}
        className={cx('desk', 'standing')}
      >
        {items.length > 0 ? (
          <Card title={t('uploads.queueTitle')} flush>
            <ul className={cx('jobs')}>
              {items.map((item) => (
                <QueueRow
                  key={item.key}
                  item={item}
                  onPause={() => queue.pause(item.key)}
                  onResume={() => queue.resume(item.key)}
                  onCancel={() =>
                    setEnding({ title: item.title, end: () => queue.cancel(item.key) })
                  }
                />
              ))}
            </ul>
          </Card>
        ) : null}
        {children}
      </section>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => {
          if (!open) setEnding(null);
        }}
        title={t('uploads.endTitle', { title: ending?.title ?? '' })}
        description={t('uploads.endText')}
        confirmLabel={t('uploads.endConfirm')}
        cancelLabel={t('uploads.endKeep')}
        tone="danger"
        onConfirm={() => {
          if (ending) void finishEnding(ending);
        }}
      />
    </div>
  );
}

const unfinishedKey = [...queryKeys.jobs, 'unfinished'];

/** Unfinished uploads of this user, from any browser. */
function useUnfinished() {
  const api = useApi();
  return useQuery({
    queryKey: unfinishedKey,
    queryFn: () => api.call(endpoints.uploads.unfinished, {}),
    select: ({ items }) => items,
  });
}

/** Discards an upload. */
function useGiveUp() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => giveUpUpload(api, id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: unfinishedKey }),
  });
}
