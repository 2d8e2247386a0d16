import { type SyntheticEvent, useId, useState } from 'react';
import { useSession } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { emptyPhone } from '../../../shared/phone/phone-number.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { GroupsField } from './GroupsField.tsx';
import { UserFields } from './UserFields.tsx';
import styles from './Users.module.css';
import { type CreatedUser, useCreateUser } from './use-users.ts';
import { isComplete, placeFields, type UserDraft } from './user-draft.ts';

const cx = classNames(styles);

const EMPTY: UserDraft = {
  name: '',
  phone: emptyPhone,
  email: '',
  kendraType: '',
  country: '',
  district: '',
};

export interface CreateUserDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedUser) => void;
}

export function CreateUserDialog({ onClose, onCreated }: CreateUserDialogProps) {
  const { t } = useText();
  const formId = useId();
  const { context } = useSession();
  const [draft, setDraft] = useState(EMPTY);
  const [groupIds, setGroupIds] = useState<readonly string[]>([]);
  const [isAdmin, setIsAdmin] = useState(false);
  const [asked, setAsked] = useState(false);
  const create = useCreateUser(onCreated);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isComplete(draft)) return;
    const optional = ['email' as const, ...placeFields].map(
      (field) => [field, draft[field].trim()] as const,
    );
    create.mutate({
      name: draft.name.trim(),
      countryCode: draft.phone.countryCode,
      contactNumber: draft.phone.contactNumber.trim(),
      userType: isAdmin ? 'ADMIN' : 'LEARNER',
      ...Object.fromEntries(optional.filter(([, text]) => text !== '')),
      ...(isAdmin || groupIds.length === 0 ? {} : { groupIds: [...groupIds] }),
    });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="drawer"
      title={t('users.createLearner')}
      description={t('users.createText')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={create.isPending}>
            {t('users.create')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={cx('form')} onSubmit={submit}>
        {create.isError ? (
          <div className={cx('wide')}>
            <ErrorNotice error={create.error} />
          </div>
        ) : null}
        <UserFields draft={draft} onChange={setDraft} asked={asked} />
        {context?.userType === 'SUPER_ADMIN' ? (
          <Select
            label={t('users.role')}
            value={isAdmin ? 'ADMIN' : 'LEARNER'}
            options={[
              { value: 'LEARNER', label: t('auth.roleLearner') },
              { value: 'ADMIN', label: t('auth.roleAdmin') },
            ]}
            onChange={(event) => setIsAdmin(event.target.value === 'ADMIN')}
          />
        ) : null}
        {isAdmin ? null : <GroupsField chosen={groupIds} onChange={setGroupIds} />}
      </form>
    </Dialog>
  );
}
