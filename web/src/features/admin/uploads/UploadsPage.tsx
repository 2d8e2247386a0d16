import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { JobItem } from './JobItem.tsx';
import { UploadDesk } from './UploadDesk.tsx';
import styles from './Uploads.module.css';
import { useJobs } from './use-jobs.ts';
import { useStorageUse } from './use-storage-use.ts';

const cx = classNames(styles);

export function UploadsPage() {
  const { t } = useText();
  const storage = (
    <Link to="/admin/storage" className={getButtonClass()}>
      {t('storage.open')}
    </Link>
  );
  return (
    <>
      <PageTitle text={t('uploads.title')} />
      <PageHeader title={t('uploads.title')} actions={storage} />
      <StorageNotice />
      <UploadDesk>
        <Card
          title={t('uploads.jobsTitle')}
          actions={<Link to="/admin/videos">{t('uploads.allVideos')}</Link>}
          flush
        >
          <JobList />
        </Card>
      </UploadDesk>
    </>
  );
}

function JobList() {
  const { t } = useText();
  const errorText = useErrorText();
  const jobs = useJobs();
  if (jobs.isPending) {
    return (
      <Loading label={t('common.loading')} padded>
        <Skeleton shape="title" width="40%" />
        <Skeleton />
        <Skeleton width="70%" />
      </Loading>
    );
  }
  if (!jobs.data) {
    const { text, reference } = errorText(jobs.error);
    return (
      <ErrorState
        title={t('uploads.jobsError')}
        retryLabel={t('common.retry')}
        retrying={jobs.isFetching}
        onRetry={() => void jobs.refetch()}
      >
        <span title={reference}>{text}</span>
      </ErrorState>
    );
  }
  if (jobs.data.items.length === 0) {
    return (
      <EmptyState title={t('uploads.jobsEmptyTitle')} icon="video-file">
        {t('uploads.jobsEmptyText')}
      </EmptyState>
    );
  }
  return (
    <ul className={cx('jobs')}>
      {jobs.data.items.map((job) => (
        <JobItem key={job.id} job={job} />
      ))}
    </ul>
  );
}

/** Says that room runs short before an upload is refused for it. */
function StorageNotice() {
  const { t } = useText();
  const use = useStorageUse();
  if (!use.data || use.data.level === 'ok') return null;
  const text = use.data.level === 'critical' ? 'storage.nearlyFull' : 'storage.shortOfRoom';
  return (
    <p role="status" className={cx('failure')}>
      {t(text)} <Link to="/admin/storage">{t('storage.seeStorage')}</Link>
    </p>
  );
}
