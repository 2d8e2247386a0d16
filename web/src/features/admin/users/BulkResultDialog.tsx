import type { BulkRefusal } from '@prahari/contract';
import { CodesDialog } from '../../../domain/activation/CodesDialog.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { BulkActName } from './bulk-acts.ts';
import styles from './Users.module.css';
import { type BulkAnswer, useRestoreUsers } from './use-bulk-act.ts';

const cx = classNames(styles);

export interface BulkResultDialogProps {
  readonly act: BulkActName;
  readonly answer: BulkAnswer;
  readonly onClose: () => void;
}

/** How many were changed, and who was not and why; codes to hand over; for a deletion the way back. */
export function BulkResultDialog({ act, answer, onClose }: BulkResultDialogProps) {
  const { t } = useText();
  const restore = useRestoreUsers(onClose);
  const { done, codes } = answer;
  const title = t(`bulk.${act}Done`, { count: done.length });
  const refused = answer.refused.length > 0 ? <Refused act={act} answer={answer} /> : null;
  if (codes && done.length > 0) {
    return (
      <CodesDialog title={title} codes={codes} onClose={onClose}>
        {refused}
      </CodesDialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      closeLabel={t('common.close')}
      footer={
        <>
          {act === 'delete' && done.length > 0 ? (
            <Button loading={restore.isPending} onClick={() => restore.mutate(done)}>
              {t('bulk.undo')}
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            {t('users.done')}
          </Button>
        </>
      }
    >
      {refused}
    </Dialog>
  );
}

/** Who was left as they were, and why. */
function Refused({ act, answer: { refused } }: Omit<BulkResultDialogProps, 'onClose'>) {
  const { t } = useText();
  const heading = t('bulk.refusedTitle', { count: refused.length });
  const describe = (reason: BulkRefusal) =>
    reason === 'already' ? t(`bulk.already_${act}`) : t(`bulk.reason_${reason}`);
  return (
    <section aria-label={heading}>
      <h3 className={cx('subheading')}>{heading}</h3>
      <ul className={cx('refused')}>
        {refused.map(({ id, name, reason }) => (
          <li key={id}>
            <span className={cx('refusedName')}>{name ?? t('bulk.unknownUser')}</span>
            <span className={cx('note')}>{describe(reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
