import { usePlaces } from '../../../domain/places/use-places.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PhoneField } from '../../../shared/phone/PhoneField.tsx';
import { usePickerWords } from '../../../shared/picker/use-picker-words.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Picker } from '../../../ui/Picker.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Users.module.css';
import { isAddressPossible, placeFields, type UserDraft } from './user-draft.ts';

const cx = classNames(styles);
/** Where the places of a field are offered. */
const OPTIONS = {
  kendraType: 'kendraTypes',
  country: 'countries',
  district: 'districts',
} as const;

export interface UserFieldsProps {
  readonly draft: UserDraft;
  readonly onChange: (draft: UserDraft) => void;
  /** Whether what is missing is said: after the first try to send. */
  readonly asked: boolean;
}

/** The fields that creating and editing share. */
export function UserFields({ draft, onChange, asked }: UserFieldsProps) {
  const { t } = useText();
  const words = usePickerWords();
  const places = usePlaces();
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
        <Picker
          key={place}
          label={t(`users.${place}`)}
          words={words}
          single
          takesNew
          maxLength={100}
          options={places[OPTIONS[place]]}
          chosen={draft[place] === '' ? [] : [draft[place]]}
          onChange={([chosen = '']) => onChange({ ...draft, [place]: chosen })}
        />
      ))}
    </>
  );
}
