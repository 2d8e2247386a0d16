import type { UploadJob } from '@prahari/contract';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';

/** The speed of a job and its remaining time, if known. */
export function JobPace({ job }: { readonly job: Pick<UploadJob, 'speed' | 'etaSeconds'> }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <>
      {job.speed === null ? null : (
        <span>{t('uploads.speed', { factor: format.number(job.speed, 1) })}</span>
      )}
      {job.etaSeconds === null ? null : (
        <span>{t('uploads.timeLeft', { time: format.duration(Math.ceil(job.etaSeconds)) })}</span>
      )}
    </>
  );
}
