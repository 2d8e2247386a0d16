import { useState } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import type { PhoneNumber } from '../../shared/phone/phone-number.ts';
import { notify } from '../../ui/notify.ts';
import { ActivationForm, type Verified } from './ActivationForm.tsx';
import type { EntryLayout } from './entry-layout.ts';
import type { Credentials } from './pending-sign-in.ts';
import { SetPasswordForm } from './SetPasswordForm.tsx';
import { SignInPage } from './SignInPage.tsx';

export interface ActivatePageProps {
  readonly Layout: EntryLayout;
  /** Set when the user requested a code after forgetting the password. */
  readonly sentTo?: PhoneNumber;
}

/** Asks for number, code and a new password, and then signs in. */
export function ActivatePage({ Layout, sentTo }: ActivatePageProps) {
  const { t } = useText();
  const [verified, setVerified] = useState<(Verified & { phone: PhoneNumber }) | null>(null);
  const [chosen, setChosen] = useState<Credentials | null>(null);

  if (verified === null) {
    return (
      <Layout
        title={t(sentTo ? 'forgotten.codeTitle' : 'activation.activateTitle')}
        description={t(sentTo ? 'forgotten.codeText' : 'activation.activateText')}
      >
        <ActivationForm
          sentTo={sentTo}
          onVerified={(answer, phone) => setVerified({ ...answer, phone })}
        />
      </Layout>
    );
  }
  if (chosen !== null) return <SignInPage Layout={Layout} chosen={chosen} />;
  return (
    <Layout
      title={t('activation.choosePasswordTitle')}
      description={t('activation.choosePasswordText')}
    >
      <SetPasswordForm
        setPasswordToken={verified.setPasswordToken}
        minLength={verified.passwordMinLength}
        onDone={(password) => {
          notify.success(t('activation.passwordSaved'));
          setChosen({ ...verified.phone, password });
        }}
      />
    </Layout>
  );
}
