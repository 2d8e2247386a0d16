import type { ImportJob } from '@prahari/contract';
import { useId } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { areCodesWaiting, CodesPanel } from './CodesPanel.tsx';
import { Counts } from './Counts.tsx';
import { FailedAct } from './FailedAct.tsx';
import styles from './Import.module.css';
import { JobFailure } from './JobFailure.tsx';
import { RowErrors } from './RowErrors.tsx';
import { useRunAgain } from './use-import-jobs.ts';

const cx = classNames(styles);

export interface ResultStepProps {
  readonly job: ImportJob;
  readonly onBegun: (job: ImportJob) => void;
  readonly onAnother: () => void;
}

/** Shows what an import has done, and what is left to do. */
export function ResultStep({ job, onBegun, onAnother }: ResultStepProps) {
  const { t } = useText();
  const errorsId = useId();
  const { may } = useRights();
  const run = useRunAgain(job, onBegun);
  const isPartial = job.state !== 'completed';
  // Codes are shown for a while only: taking them away comes before all else.
  const hasCodes = areCodesWaiting(job);
  return (
    <div className={cx('stack')}>
      <JobFailure job={job} title={t('imports.resultFailed')} />
      {isPartial ? <p>{t('imports.resultKept')}</p> : null}
      <Counts job={job} errorsId={errorsId} />
      {hasCodes ? <CodesPanel job={job} /> : null}
      <RowErrors job={job} id={errorsId} />
      {job.rows.created > 0 && !hasCodes ? <CodesPanel job={job} /> : null}
      <FailedAct error={run.error} />
      <div className={cx('actions')}>
        {may('users.read') ? (
          <Link
            to="/admin/users"
            className={getButtonClass(isPartial || hasCodes ? 'secondary' : 'primary')}
          >
            {t('imports.toUsers')}
          </Link>
        ) : null}
        {isPartial && job.canRunAgain ? (
          <Button
            variant={hasCodes ? 'secondary' : 'primary'}
            loading={run.isPending}
            // Users created so far exist already.
            onClick={() => run.begin({ validateOnly: false, skipDuplicates: true })}
          >
            {t('imports.importRest')}
          </Button>
        ) : null}
        <Button onClick={onAnother}>{t('imports.anotherImport')}</Button>
      </div>
    </div>
  );
}
