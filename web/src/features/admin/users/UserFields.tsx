import { useText } from '../../../shared/i18n/use-text.ts';
import { PhoneField } from '../../../shared/phone/PhoneField.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Users.module.css';
import { isAddressPossible, placeFields, type UserDraft } from './user-draft.ts';

const cx = classNames(styles);

export interface UserFieldsProps {
  readonly draft: UserDraft;
  readonly onChange: (draft: UserDraft) => void;
  /** Whether what is missing is said: after the first try to send. */
  readonly asked: boolean;
}

/** The fields that creating and editing share. */
export function UserFields({ draft, onChange, asked }: UserFieldsProps) {
  const { t } = useText();
  return (
    <>
      <div className={cx('wide')}>
        <TextField
          label={t('users.name')}
          autoComplete="off"
          required
          maxLength={120}
          value={draft.name}
          error={asked && draft.name.trim() === '' ? t('users.nameRequired') : undefined}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      </div>
      <div className={cx('wide')}>
        <PhoneField
          value={draft.phone}
          onChange={(phone) => onChange({ ...draft, phone })}
          error={
            asked && draft.phone.contactNumber.trim() === '' ? t('auth.phoneRequired') : undefined
          }
        />
      </div>
      <div className={cx('wide')}>
        <TextField
          label={t('users.email')}
          hint={t('users.emailHint')}
          type="email"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          value={draft.email}
          error={asked && !isAddressPossible(draft) ? t('users.emailInvalid') : undefined}
          onChange={(event) => onChange({ ...draft, email: event.target.value })}
        />
      </div>
      {placeFields.map((place) => (
        <TextField
          key={place}
          label={t(`users.${place}`)}
          autoComplete="off"
          maxLength={100}
          value={draft[place]}
          onChange={(event) => onChange({ ...draft, [place]: event.target.value })}
        />
      ))}
    </>
  );
}
