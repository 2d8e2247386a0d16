import { ApiError, endpoints, type ManagedUser } from '@prahari/contract';
import { type SyntheticEvent, useId, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { EditConflict } from './EditConflict.tsx';
import { GroupsField } from './GroupsField.tsx';
import { UserFields } from './UserFields.tsx';
import styles from './Users.module.css';
import { useUserGroups } from './use-user-groups.ts';
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
  const groups = useUserGroups(user.id, finish);
  const edit = useEditUser(user.id, (saved) => {
    if (!groups.isChanged) return finish();
    // A second try sends the groups only.
    setBase(saved);
    setCurrent(null);
    groups.save.mutate();
  });

  function finish() {
    notify.success(t('users.saved'));
    onClose();
  }

  const isSaving = edit.isPending || groups.save.isPending;
  const error = edit.error ?? groups.save.error;

  function save(updatedAt: string) {
    edit.mutate(
      { updatedAt, ...findChanges(base, draft) },
      {
        onError: (refusal) => setCurrent(readCurrent(refusal)),
      },
    );
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isComplete(draft)) return;
    if (Object.keys(findChanges(base, draft)).length > 0) return save(base.updatedAt);
    if (groups.isChanged) return groups.save.mutate();
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
            <Button type="submit" form={formId} variant="primary" loading={isSaving}>
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
          {error ? (
            <div className={cx('wide')}>
              <ErrorNotice error={error} />
            </div>
          ) : null}
          <UserFields draft={draft} onChange={setDraft} asked={asked} />
          {user.userType === 'LEARNER' && groups.isKnown ? (
            <GroupsField chosen={groups.chosen} onChange={groups.choose} />
          ) : null}
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
