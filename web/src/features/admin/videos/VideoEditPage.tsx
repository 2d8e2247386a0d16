import { ApiError, type LeftOutTrack, type ManagedVideo } from '@prahari/contract';
import { useState } from 'react';
import { isMissing } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { useParams } from '../../../shared/routing/use-address.ts';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { CaptionsCard } from './CaptionsCard.tsx';
import { KeysCard } from './KeysCard.tsx';
import { countAlike, nameOfTrack } from './left-out.ts';
import { PosterCard } from './PosterCard.tsx';
import { useDeletion, useManagedVideo } from './use-videos.ts';
import { VideoForm } from './VideoForm.tsx';
import styles from './Videos.module.css';

const cx = classNames(styles);

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
    return <EmptyState wholePage title={t('videos.noSuchVideo')} icon="film" action={back} />;
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
  const isDeleted = data.deletedAt !== null;
  return (
    <>
      <PageTitle text={data.title} />
      <PageHeader
        title={data.title}
        eyebrow={back}
        actions={
          isDeleted ? (
            <Button variant="primary" loading={deletion.isPending} onClick={undo}>
              {t('videos.restore')}
            </Button>
          ) : (
            <Button variant="danger" icon="delete" onClick={() => setAsked(true)}>
              {t('videos.delete')}
            </Button>
          )
        }
      />
      {isDeleted ? <p role="status">{t('videos.isDeleted')}</p> : null}
      {isDeleted ? null : (
        <div className={cx('cards')}>
          <UploadCard video={data} />
          <VideoForm key={data.id} video={data} />
          {data.status === 'ready' ? <PosterCard video={data} /> : null}
          <CaptionsCard video={data} />
          {data.leftOut.length > 0 ? <LeftOutCard tracks={data.leftOut} /> : null}
          {data.status === 'ready' ? <KeysCard video={data} /> : null}
        </div>
      )}
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

/** The parts of the uploaded file that were not used. */
function LeftOutCard({ tracks }: { readonly tracks: readonly LeftOutTrack[] }) {
  const { t } = useText();
  const format = useFormat();

  function describe(track: LeftOutTrack): string {
    const language = track.language === null ? [] : [format.language(track.language)];
    const codec = track.codec === 'unreadable' ? [] : [track.codec];
    return [t(nameOfTrack(track)), ...language, ...codec].join(' · ');
  }

  return (
    <Card title={t('videos.leftOut')} description={t('videos.leftOutText')}>
      <ul>
        {countAlike(tracks).map(({ track, count }) => {
          const text = describe(track);
          return (
            <li key={text}>
              {count === 1 ? text : t('videos.leftOutTimes', { track: text, count })}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** The way to the file of a video that has none, or none that could be made ready. */
function UploadCard({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const { id, status } = video;
  if (status !== 'empty' && status !== 'failed') return null;
  const text = status === 'empty' ? t('videos.fileMissing') : t('videos.fileFailed');
  return (
    <Card title={t('videos.file')} description={text}>
      <Link to={`/admin/uploads?video=${id}`} className={getButtonClass('primary')}>
        {t('videos.uploadFile')}
      </Link>
    </Card>
  );
}
