import { ApiError } from '@prahari/contract';
import { useState } from 'react';
import { isMissing } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { useParams } from '../../../shared/routing/use-address.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { notify } from '../../../ui/notify.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { usePublication } from './use-publication.ts';
import { useDeletion, useManagedVideo } from './use-videos.ts';
import { VideoHeader, type VideoHeaderProps } from './VideoHeader.tsx';
import { VideoView } from './VideoView.tsx';

/** `/admin/videos/:id`: all that administrators set of one video. */
export function VideoEditPage() {
  const { t } = useText();
  const { id = '' } = useParams();
  const errorText = useErrorText();
  const video = useManagedVideo(id);
  const [asked, setAsked] = useState(false);
  const undo = () => deletion.mutate({ id, undo: true });
  const deletion = useDeletion(({ title, deletedAt }) => {
    setAsked(false);
    if (deletedAt === null) return notify.success(t('videos.restored', { title }));
    return notify.success(t('videos.deleteDone', { title }), {
      action: { label: t('videos.undo'), onClick: undo },
    });
  });
  const back = <Link to="/admin/videos">{t('videos.title')}</Link>;

  if (video.isPending) {
    return (
      <Loading label={t('common.loading')}>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </Loading>
    );
  }
  if (isMissing(video.error)) {
    return (
      <EmptyState wholePage title={t('videos.noSuchVideo')} icon="film" action={back}>
        {t('videos.noSuchVideoText')}
      </EmptyState>
    );
  }
  if (video.error instanceof ApiError && video.error.reason === 'out_of_scope') {
    // They see it in the library; asking again changes nothing.
    return (
      <EmptyState wholePage title={t('videos.notYours')} icon="film" action={back}>
        {t('users.outOfScope')}
      </EmptyState>
    );
  }
  if (!video.data) {
    const { text, reference } = errorText(video.error);
    return (
      <ErrorState
        title={t('videos.errorOne')}
        retryLabel={t('common.retry')}
        onRetry={() => void video.refetch()}
      >
        <span title={reference}>{text}</span>
      </ErrorState>
    );
  }
  const { data } = video;
  return (
    <>
      <PageTitle text={data.title} />
      <WholeVideo
        key={data.id}
        video={data}
        restoring={deletion.isPending}
        onDelete={() => setAsked(true)}
        onRestore={undo}
      />
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('videos.delete')}
        description={t('videos.deleteConfirm', { title: data.title })}
        confirmLabel={t('videos.delete')}
        cancelLabel={t('common.cancel')}
        tone="danger"
        loading={deletion.isPending}
        onConfirm={() => deletion.mutate({ id, undo: false })}
      />
    </>
  );
}

type WholeVideoProps = Pick<VideoHeaderProps, 'video' | 'restoring' | 'onDelete' | 'onRestore'>;

/** Its header, what is set of it, and the dialog of its dates. */
function WholeVideo({ video, ...rest }: WholeVideoProps) {
  const { t } = useText();
  const publication = usePublication(video);
  const [isScheduling, setScheduling] = useState(false);
  const onSchedule = () => setScheduling(true);
  return (
    <>
      <VideoHeader {...rest} video={video} publication={publication} onSchedule={onSchedule} />
      {video.deletedAt === null ? (
        <VideoView video={video} publication={publication} />
      ) : (
        <p role="status">{t('videos.isDeleted')}</p>
      )}
      {isScheduling ? (
        <ScheduleDialog
          video={video}
          publication={publication}
          onClose={() => setScheduling(false)}
        />
      ) : null}
    </>
  );
}
