import { endpoints, type LeftOutTrack, type ManagedVideo } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { StepsCard } from '../../../domain/jobs/StepsCard.tsx';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useQualityText } from '../../../domain/videos/use-quality-text.ts';
import { useVideoInsights } from '../../../domain/videos/use-video-insights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { countAlike, nameOfTrack } from './left-out.ts';
import styles from './Videos.module.css';
import { STATUSES } from './video-texts.ts';

const cx = classNames(styles);

/** What became of the uploaded file. */
export function ProcessingTab({ video }: { readonly video: ManagedVideo }) {
  const job = useNewestJob(video);
  const steps = useSteps(job?.id);
  const leftOut = video.leftOut.length > 0 ? <LeftOutCard tracks={video.leftOut} /> : null;
  const file = <FileCard video={video} job={job} />;
  if (steps.length === 0) {
    return (
      <div className={cx('cards')}>
        {file}
        {leftOut}
      </div>
    );
  }
  return (
    <div className={cx('split')}>
      <div className={cx('cards')}>
        <StepsCard
          steps={steps}
          isStopped={job?.state === 'failed' || job?.state === 'cancelled'}
        />
        {leftOut}
      </div>
      {file}
    </div>
  );
}

interface FileCardProps {
  readonly video: ManagedVideo;
  readonly job: ReturnType<typeof useNewestJob>;
}

function FileCard({ video, job }: FileCardProps) {
  const { t } = useText();
  const format = useFormat();
  const insights = useVideoInsights(video.id);
  const qualityText = useQualityText(video.qualities);
  const { status, durationSeconds, fileSizeBytes } = video;
  const mediaBytes = insights.data?.mediaBytes ?? null;
  const { text, tone } = STATUSES[status];
  return (
    <Card
      title={t('videos.file')}
      actions={
        job ? (
          <Link to={`/admin/uploads/${job.id}`} className={getButtonClass('secondary', 'compact')}>
            {t('videos.processingLog')}
          </Link>
        ) : null
      }
    >
      <Facts
        inRows
        facts={[
          [
            t('videos.status'),
            status === 'ready' ? (
              t(text)
            ) : (
              <StatusBadge key="status" tone={tone} pulsing={status === 'processing'}>
                {t(text)}
              </StatusBadge>
            ),
          ],
          [t('videos.fileName'), job?.fileName ?? '–'],
          [t('videos.size'), fileSizeBytes === null ? '–' : format.bytes(fileSizeBytes)],
          [t('videos.duration'), durationSeconds === null ? '–' : format.duration(durationSeconds)],
          [t('videos.qualities'), qualityText === '' ? '–' : qualityText],
          [t('videos.mediaSize'), mediaBytes === null ? '–' : format.bytes(mediaBytes)],
          [t('videos.captions'), format.number(video.captions.length)],
          [t('videos.created'), <Time key="created" value={video.createdAt} />],
        ]}
      />
    </Card>
  );
}

/** The job that made this video last; undefined until it is known, and where it is kept no more. */
function useNewestJob({ id, title }: ManagedVideo) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...queryKeys.jobs, 'of', id, title],
    queryFn: () => api.call(endpoints.uploads.jobs, { query: { search: title, limit: 100 } }),
  });
  return data?.items.find((job) => job.kind === 'video' && job.videoId === id);
}

/** What was done to make it; nothing until that is known, and where it is kept no more. */
function useSteps(jobId: string | undefined) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...queryKeys.jobs, jobId],
    queryFn: () => (jobId ? api.call(endpoints.uploads.job, { params: { id: jobId } }) : null),
    enabled: jobId !== undefined,
    select: (job) => (job?.kind === 'video' ? job : null),
  });
  return data?.steps.filter(({ state }) => state !== 'skipped') ?? [];
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
      <ul className={cx('left-out')}>
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
