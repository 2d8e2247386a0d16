import { useState } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { useNavigate } from '../../shared/routing/use-address.ts';
import { notify } from '../../ui/notify.ts';
import { ActivationForm, type Verified } from './ActivationForm.tsx';
import type { EntryLayout } from './entry-layout.ts';
import { SetPasswordForm } from './SetPasswordForm.tsx';

export function ActivatePage({ Layout }: { readonly Layout: EntryLayout }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [verified, setVerified] = useState<Verified | null>(null);

  if (verified === null) {
    return (
      <Layout title={t('activation.activateTitle')} description={t('activation.activateText')}>
        <ActivationForm onVerified={setVerified} />
      </Layout>
    );
  }
  return (
    <Layout
      title={t('activation.choosePasswordTitle')}
      description={t('activation.choosePasswordText')}
    >
      <SetPasswordForm
        setPasswordToken={verified.setPasswordToken}
        minLength={verified.passwordMinLength}
        onDone={() => {
          notify.success(t('activation.passwordSaved'));
          navigate('/login');
        }}
      />
    </Layout>
  );
}
