import { useText } from '../../../shared/i18n/use-text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { STEP_TEXTS } from './step-texts.ts';
import type { JobAct } from './use-job.ts';

export interface JobActDialogProps {
  /** Of the lecture. */
  readonly title: string;
  /** What is to be confirmed; null while nothing is. */
  readonly act: JobAct | null;
  readonly loading: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (act: JobAct) => void;
}

/** Asks before work is stopped or done over. */
export function JobActDialog({ title, act, loading, onClose, onConfirm }: JobActDialogProps) {
  const { t } = useText();
  const step = act?.kind === 'step' ? t(STEP_TEXTS[act.step]) : null;
  return (
    <ConfirmDialog
      open={act !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={step === null ? t('jobs.cancelTitle', { title }) : t('jobs.repeatTitle', { step })}
      description={step === null ? t('jobs.cancelText') : t('jobs.repeatText')}
      confirmLabel={step === null ? t('jobs.cancel') : t('jobs.repeat')}
      cancelLabel={step === null ? t('jobs.keepGoing') : t('common.cancel')}
      tone={step === null ? 'danger' : 'primary'}
      loading={loading}
      onConfirm={() => {
        if (act) onConfirm(act);
      }}
    />
  );
}
