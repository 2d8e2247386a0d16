import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './Form.module.css';
import { passwordStrength } from './password-strength.ts';

const cx = classNames(styles);

const WORDS = {
  short: 'auth.strengthShort',
  fair: 'auth.strengthFair',
  good: 'auth.strengthGood',
} as const;

export function StrengthMeter({ password }: { readonly password: string }) {
  const { t } = useText();
  if (password === '') return null;
  const strength = passwordStrength(password);
  return (
    <div className={cx('meter', strength)} role="status" aria-label={t('auth.strength')}>
      <span className={cx('bars')} aria-hidden="true">
        <span className={cx('bar')} />
        <span className={cx('bar')} />
        <span className={cx('bar')} />
      </span>
      <span className={cx('word')}>{t(WORDS[strength])}</span>
    </div>
  );
}
