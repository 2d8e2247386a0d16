import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../shared/i18n/use-text.ts';
import { notify } from '../../ui/notify.ts';
import { ActivationForm } from './ActivationForm.tsx';
import { SetPasswordForm } from './SetPasswordForm.tsx';
import type { EntryLayout } from './SignInPage.tsx';

export function ActivatePage({ Layout }: { readonly Layout: EntryLayout }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [setPasswordToken, setSetPasswordToken] = useState<string | null>(null);

  if (setPasswordToken === null) {
    return (
      <Layout title={t('auth.activateTitle')} description={t('auth.activateText')}>
        <ActivationForm onVerified={setSetPasswordToken} />
      </Layout>
    );
  }
  return (
    <Layout title={t('auth.choosePasswordTitle')} description={t('auth.choosePasswordText')}>
      <SetPasswordForm
        setPasswordToken={setPasswordToken}
        onDone={() => {
          notify.success(t('auth.passwordSaved'));
          void navigate('/login');
        }}
      />
    </Layout>
  );
}
