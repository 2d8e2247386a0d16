import { bulkLimits, type ManagedUser } from '@prahari/contract';
import { useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from './Users.module.css';
import { useRestoreUsers } from './use-bulk-act.ts';
import { useDeleteUser } from './use-users.ts';

const cx = classNames(styles);

export interface DeleteUserDialogProps {
  readonly user: ManagedUser;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks whether to delete, and whether the personal data goes with the account. */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useText();
  const [erase, setErase] = useState(false);
  const { name } = user;
  const restore = useRestoreUsers();
  const remove = useDeleteUser(() => {
    const undo = { label: t('bulk.undo'), onClick: () => restore.mutate([user.id]) };
    notify.success(t('users.deleteDone', { name }), erase ? {} : { action: undo });
    onClose();
    onDeleted?.();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={t('users.deleteUser')}
      description={t('users.deleteConfirm', { name, days: bulkLimits.restoreDays })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="danger"
            icon="delete"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: user.id, erase })}
          >
            {t('users.deleteUser')}
          </Button>
        </>
      }
    >
      <div className={cx('stack')}>
        {remove.isError ? <ErrorNotice error={remove.error} /> : null}
        <Checkbox
          label={t('users.deleteErase')}
          hint={t('users.deleteEraseHint')}
          checked={erase}
          onChange={(event) => setErase(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
