import { limits } from '@prahari/contract';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './PhoneField.module.css';
import type { PhoneNumber } from './phone-number.ts';

/** Calling codes (ITU-T E.164) offered first, with their ISO 3166 regions; any other can be typed. */
const countryCodes = [
  { code: limits.defaultCountryCode, region: 'IN' },
  { code: '+977', region: 'NP' },
  { code: '+880', region: 'BD' },
  { code: '+94', region: 'LK' },
  { code: '+975', region: 'BT' },
  { code: '+971', region: 'AE' },
  { code: '+65', region: 'SG' },
  { code: '+61', region: 'AU' },
  { code: '+44', region: 'GB' },
  { code: '+1', region: 'US' },
] as const;

/** Tells whether the contract takes it as a country code. */
function isCountryCode(text: string): boolean {
  return /^\+[1-9]\d{0,3}$/.test(text);
}

const cx = classNames(styles);
const OTHER = 'other';

export interface PhoneFieldProps {
  readonly value: PhoneNumber;
  readonly onChange: (value: PhoneNumber) => void;
  readonly autoComplete?: 'username' | 'off';
  readonly autoFocus?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  /** While an answer is awaited: unlike a disabled field, a read-only one keeps the focus. */
  readonly readOnly?: boolean;
}

/** Country code and number, as one question. */
export function PhoneField({
  value,
  onChange,
  autoComplete = 'off',
  autoFocus = false,
  hint,
  error,
  disabled = false,
  readOnly = false,
}: PhoneFieldProps) {
  const { t, language } = useText();
  const [typed, setTyped] = useState(false);
  const regionNames = new Intl.DisplayNames([language], { type: 'region' });
  const setCode = (countryCode: string) => onChange({ ...value, countryCode });

  return (
    <div className={cx('row')}>
      {typed ? (
        <TextField
          label={t('auth.countryCode')}
          value={value.countryCode}
          inputMode="tel"
          maxLength={5}
          disabled={disabled}
          readOnly={readOnly}
          aria-invalid={!isCountryCode(value.countryCode)}
          onChange={(event) => setCode(event.target.value.trim())}
          onBlur={() => {
            if (isCountryCode(value.countryCode)) return;
            setCode(limits.defaultCountryCode);
            setTyped(false);
          }}
        />
      ) : (
        <Select
          label={t('auth.countryCode')}
          value={value.countryCode}
          autoComplete="tel-country-code"
          disabled={disabled || readOnly}
          options={[
            ...countryCodes.map(({ code, region }) => ({
              value: code,
              label: `${code} ${regionNames.of(region) ?? region}`,
            })),
            { value: OTHER, label: t('auth.otherCountry') },
          ]}
          onChange={(event) => {
            if (event.target.value !== OTHER) return setCode(event.target.value);
            setCode('+');
            setTyped(true);
          }}
        />
      )}
      <TextField
        label={t('auth.phoneNumber')}
        type="tel"
        inputMode="tel"
        maxLength={32}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        required
        hint={hint}
        error={error}
        disabled={disabled}
        readOnly={readOnly}
        value={value.contactNumber}
        onChange={(event) => onChange({ ...value, contactNumber: event.target.value })}
      />
    </div>
  );
}
