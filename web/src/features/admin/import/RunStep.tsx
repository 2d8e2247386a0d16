import type { ImportJob } from '@prahari/contract';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Counts } from './Counts.tsx';
import { FailedAct } from './FailedAct.tsx';
import styles from './Import.module.css';
import { JobProgress } from './JobProgress.tsx';
import { useCancelImport } from './use-import-jobs.ts';

const cx = classNames(styles);

/** An import on its way. */
export function RunStep({ job }: { readonly job: ImportJob }) {
  const { t } = useText();
  const [asked, setAsked] = useState(false);
  const cancel = useCancelImport(job.id);
  return (
    <div className={cx('stack')}>
      <JobProgress job={job} />
      <Counts job={job} />
      <FailedAct error={cancel.error} />
      <div className={cx('actions')}>
        <Button icon="cancel" onClick={() => setAsked(true)}>
          {t('imports.cancel')}
        </Button>
      </div>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('imports.cancelTitle')}
        description={t('imports.cancelText')}
        confirmLabel={t('imports.cancelConfirm')}
        cancelLabel={t('imports.cancelKeep')}
        tone="danger"
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onError: () => setAsked(false) })}
      />
    </div>
  );
}
