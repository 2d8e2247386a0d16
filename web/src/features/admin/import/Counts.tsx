import type { ImportJob } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Import.module.css';

const cx = classNames(styles);

interface CountsProps {
  readonly job: ImportJob;
  /** The element on this page that lists the errors of rows, if there is one. */
  readonly errorsId?: string;
}

/** The outcome of the rows, real or expected; the number that failed leads to their errors. */
export function Counts({ job, errorsId }: CountsProps) {
  const { t } = useText();
  const format = useFormat();
  const { created, duplicates, failed } = job.rows;
  const { validateOnly } = job;
  const counts = [
    ['good', t(validateOnly ? 'imports.wouldCreate' : 'imports.created'), created],
    ['calm', t(validateOnly ? 'imports.wouldSkip' : 'imports.skipped'), duplicates],
    [failed > 0 ? 'bad' : 'calm', t(validateOnly ? 'imports.wouldFail' : 'imports.failed'), failed],
  ] as const;
  return (
    <dl className={cx('counts')}>
      {counts.map(([tone, label, count]) => (
        <div key={label} className={cx('count', tone)}>
          <dt>{label}</dt>
          <dd>
            {tone === 'bad' && errorsId !== undefined ? (
              <a
                href={`#${errorsId}`}
                aria-label={t('imports.toErrors', { count: format.number(count) })}
              >
                {format.number(count)}
              </a>
            ) : (
              format.number(count)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
