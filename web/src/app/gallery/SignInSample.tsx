import { useState } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import { SignInLayout } from '../SignInLayout.tsx';
import styles from './Gallery.module.css';

const cx = classNames(styles);

export function SignInSample() {
  const { t } = useText();
  const [failed, setFailed] = useState(false);
  return (
    <SignInLayout title={t('auth.signInTitle')} description={t('auth.signInText')}>
      <form
        noValidate
        className={cx('stack')}
        onSubmit={(event) => {
          event.preventDefault();
          setFailed(true);
        }}
      >
        <TextField
          label={t('auth.phoneNumber')}
          type="tel"
          prefixText="+91"
          autoComplete="username"
          required
        />
        <TextField
          label={t('auth.password')}
          type="password"
          autoComplete="current-password"
          reveal={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
          error={failed ? t('auth.invalidCredentials') : undefined}
          required
        />
        <Button type="submit" variant="primary" size="large" fullWidth>
          {t('auth.signIn')}
        </Button>
      </form>
    </SignInLayout>
  );
}
