import { type ComponentType, type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { notify } from '../../ui/notify.ts';
import { returnPath } from './return-path.ts';
import { SetPasswordForm } from './SetPasswordForm.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The frame around a page before sign-in; the app supplies it. */
export type EntryLayout = ComponentType<{
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}>;

export function SignInPage({ Layout }: { readonly Layout: EntryLayout }) {
  const { t } = useText();
  const { context } = useSession();
  const location = useLocation();
  const [setPasswordToken, setSetPasswordToken] = useState<string | null>(null);

  if (context) return <Navigate to={returnPath(location.search, window.location.origin)} replace />;
  if (setPasswordToken !== null) {
    return (
      <Layout title={t('auth.choosePasswordTitle')} description={t('auth.changePasswordText')}>
        <SetPasswordForm
          setPasswordToken={setPasswordToken}
          onDone={() => {
            notify.success(t('auth.passwordSaved'));
            setSetPasswordToken(null);
          }}
        />
      </Layout>
    );
  }
  return (
    <Layout title={t('auth.signInTitle')} description={t('auth.signInText')}>
      <SignInForm onPasswordChangeRequired={setSetPasswordToken} />
    </Layout>
  );
}
