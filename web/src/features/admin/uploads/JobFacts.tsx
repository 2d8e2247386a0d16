import type { ManagedVideo, UploadJobDetail } from '@prahari/contract';
import { useQualityText } from '../../../domain/videos/use-quality-text.ts';
import { useVideoInsights } from '../../../domain/videos/use-video-insights.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import styles from './Uploads.module.css';

const cx = classNames(styles);

interface JobFactsProps {
  readonly job: UploadJobDetail;
  /** Once the file has become one. */
  readonly video: ManagedVideo | undefined;
}

/** The file that came in, and what became of it. */
export function JobFacts({ job, video }: JobFactsProps) {
  const { t } = useText();
  const format = useFormat();
  return (
    <div className={cx('desk')}>
      {job.state === 'completed' && video ? <OutputCard job={job} video={video} /> : null}
      <Card title={t('jobs.sourceFile')}>
        <Facts
          inRows
          facts={[
            [t('videos.fileName'), job.fileName],
            [t('videos.size'), format.bytes(job.fileSizeBytes)],
            [t('jobs.uploaded'), <Time key="at" value={job.createdAt} />],
          ]}
        />
      </Card>
    </div>
  );
}

interface OutputCardProps {
  readonly job: UploadJobDetail;
  readonly video: ManagedVideo;
}

function OutputCard({ job, video }: OutputCardProps) {
  const { t } = useText();
  const format = useFormat();
  const qualities = useQualityText(video.qualities);
  const mediaBytes = useVideoInsights(video.id).data?.mediaBytes ?? null;
  const { durationSeconds } = video;
  return (
    <Card title={t('jobs.output')}>
      <Facts
        inRows
        facts={[
          [t('videos.qualities'), qualities === '' ? '–' : qualities],
          [t('videos.duration'), durationSeconds === null ? '–' : format.duration(durationSeconds)],
          [t('videos.mediaSize'), mediaBytes === null ? '–' : format.bytes(mediaBytes)],
          [t('videos.captions'), format.number(video.captions.length)],
          [t('jobs.finished'), <Time key="at" value={job.updatedAt} />],
        ]}
      />
    </Card>
  );
}
