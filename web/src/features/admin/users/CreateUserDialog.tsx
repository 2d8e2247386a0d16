import { type SyntheticEvent, useId, useState } from 'react';
import { useSession } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PhoneField } from '../../../shared/phone/PhoneField.tsx';
import { emptyPhone } from '../../../shared/phone/phone-number.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Users.module.css';
import { type Activation, useCreateUser } from './use-users.ts';

const cx = classNames(styles);

const EMPTY = {
  name: '',
  phone: emptyPhone,
  isAdmin: false,
  kendraType: '',
  country: '',
  district: '',
};
const PLACES = ['kendraType', 'country', 'district'] as const;

export interface CreateUserDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (name: string, activation: Activation) => void;
}

export function CreateUserDialog({ onClose, onCreated }: CreateUserDialogProps) {
  const { t } = useText();
  const formId = useId();
  const { context } = useSession();
  const [draft, setDraft] = useState(EMPTY);
  const [asked, setAsked] = useState(false);
  const create = useCreateUser(onCreated);
  const change = (part: Partial<typeof EMPTY>) => setDraft((before) => ({ ...before, ...part }));
  const name = draft.name.trim();
  const contactNumber = draft.phone.contactNumber.trim();

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (name === '' || contactNumber === '') return;
    const places = PLACES.map((place) => [place, draft[place].trim()] as const);
    create.mutate({
      name,
      countryCode: draft.phone.countryCode,
      contactNumber,
      userType: draft.isAdmin ? 'ADMIN' : 'LEARNER',
      ...Object.fromEntries(places.filter(([, text]) => text !== '')),
    });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
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
        <div className={cx('wide')}>
          <TextField
            label={t('users.name')}
            autoComplete="off"
            required
            maxLength={120}
            value={draft.name}
            error={asked && name === '' ? t('users.nameRequired') : undefined}
            onChange={(event) => change({ name: event.target.value })}
          />
        </div>
        <div className={cx('wide')}>
          <PhoneField
            value={draft.phone}
            onChange={(phone) => change({ phone })}
            error={asked && contactNumber === '' ? t('auth.phoneRequired') : undefined}
          />
        </div>
        {context?.userType === 'SUPER_ADMIN' ? (
          <Select
            label={t('users.role')}
            value={draft.isAdmin ? 'ADMIN' : 'LEARNER'}
            options={[
              { value: 'LEARNER', label: t('auth.roleLearner') },
              { value: 'ADMIN', label: t('auth.roleAdmin') },
            ]}
            onChange={(event) => change({ isAdmin: event.target.value === 'ADMIN' })}
          />
        ) : null}
        {PLACES.map((place) => (
          <TextField
            key={place}
            label={t(`users.${place}`)}
            autoComplete="off"
            maxLength={100}
            value={draft[place]}
            onChange={(event) => change({ [place]: event.target.value })}
          />
        ))}
      </form>
    </Dialog>
  );
}
