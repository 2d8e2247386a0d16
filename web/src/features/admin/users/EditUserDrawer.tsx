import { ApiError, endpoints, type ManagedUser } from '@prahari/contract';
import { type SyntheticEvent, useId, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { EditConflict } from './EditConflict.tsx';
import { UserFields } from './UserFields.tsx';
import styles from './Users.module.css';
import { useEditUser } from './use-users.ts';
import { createDraft, findChanges, isComplete } from './user-draft.ts';

const cx = classNames(styles);

export interface EditUserDrawerProps {
  readonly user: ManagedUser;
  readonly onClose: () => void;
}

/**
 * Edits what was opened; when another administrator saved first, shows both and lets this one
 * decide.
 */
export function EditUserDrawer({ user, onClose }: EditUserDrawerProps) {
  const { t } = useText();
  const formId = useId();
  const [base, setBase] = useState(user);
  const [draft, setDraft] = useState(() => createDraft(user));
  const [current, setCurrent] = useState<ManagedUser | null>(null);
  const [asked, setAsked] = useState(false);
  const edit = useEditUser(user.id, () => {
    notify.success(t('users.saved'));
    onClose();
  });

  function save(updatedAt: string) {
    edit.mutate(
      { updatedAt, ...findChanges(base, draft) },
      {
        onError: (error) => setCurrent(readCurrent(error)),
      },
    );
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isComplete(draft)) return;
    if (Object.keys(findChanges(base, draft)).length > 0) return save(base.updatedAt);
    notify.info(t('users.nothingChanged'));
    onClose();
  }

  function takePresent(present: ManagedUser) {
    setBase(present);
    setDraft(createDraft(present));
    setCurrent(null);
    edit.reset();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="drawer"
      title={t('users.editTitle', { name: user.name })}
      closeLabel={t('common.close')}
      footer={
        current ? (
          <>
            <Button onClick={() => takePresent(current)}>{t('users.conflictReload')}</Button>
            <Button
              variant="primary"
              loading={edit.isPending}
              onClick={() => save(current.updatedAt)}
            >
              {t('users.conflictReapply')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" loading={edit.isPending}>
              {t('users.save')}
            </Button>
          </>
        )
      }
    >
      {current ? (
        <EditConflict base={base} current={current} draft={draft} />
      ) : (
        <form id={formId} noValidate className={cx('form')} onSubmit={submit}>
          {edit.isError ? (
            <div className={cx('wide')}>
              <ErrorNotice error={edit.error} />
            </div>
          ) : null}
          <UserFields draft={draft} onChange={setDraft} asked={asked} />
        </form>
      )}
    </Dialog>
  );
}

/** Reads the current user from the refusal of a late edit; null for any other error. */
function readCurrent(error: unknown): ManagedUser | null {
  if (!(error instanceof ApiError) || error.reason !== 'edited_meanwhile') return null;
  const parsed = endpoints.users.get.data.safeParse(error.details['current']);
  return parsed.success ? parsed.data : null;
}
