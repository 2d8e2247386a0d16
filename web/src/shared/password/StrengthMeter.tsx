import { classNames } from '../../ui/class-names.ts';
import { useText } from '../i18n/use-text.ts';
import { judgePasswordStrength } from './password-strength.ts';
import styles from './StrengthMeter.module.css';

const cx = classNames(styles);

const WORDS = {
  short: 'activation.strengthShort',
  fair: 'activation.strengthFair',
  good: 'activation.strengthGood',
} as const;

export interface StrengthMeterProps {
  readonly password: string;
  /** The least length of this user's password. */
  readonly minLength: number;
}

export function StrengthMeter({ password, minLength }: StrengthMeterProps) {
  const { t } = useText();
  if (password === '') return null;
  const strength = judgePasswordStrength(password, minLength);
  return (
    <div className={cx('meter', strength)} role="status" aria-label={t('activation.strength')}>
      <span className={cx('bars')} aria-hidden="true">
        <span className={cx('bar')} />
        <span className={cx('bar')} />
        <span className={cx('bar')} />
      </span>
      <span>{t(WORDS[strength])}</span>
    </div>
  );
}
