import { isAdministrator } from '@prahari/contract';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../shared/api/api-context.ts';
import { loadTexts } from '../../shared/i18n/i18n.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Navigate } from '../../shared/routing/Routes.tsx';
import { useLocation } from '../../shared/routing/use-address.ts';
import type { EntryLayout } from './entry-layout.ts';
import type { Credentials, PendingSignIn } from './pending-sign-in.ts';
import { returnPath } from './return-path.ts';
import { SignInForm } from './SignInForm.tsx';

/** Few ever see it: it comes when it is wanted, with its texts. */
const SecondFactorStep = lazy(async () => {
  const [module] = await Promise.all([import('./SecondFactorStep.tsx'), loadTexts('account')]);
  return { default: module.SecondFactorStep };
});

/** Once in most learners' lives. */
const ChoosePasswordStep = lazy(async () => {
  const [module] = await Promise.all([import('./ChoosePasswordStep.tsx'), loadTexts('account')]);
  return { default: module.ChoosePasswordStep };
});

export interface SignInPageProps {
  readonly Layout: EntryLayout;
  /** A password that was just chosen elsewhere; no form asks for it again. */
  readonly chosen?: Credentials;
}

export function SignInPage({ Layout, chosen: chosenBefore }: SignInPageProps) {
  const { t } = useText();
  const { context } = useSession();
  const location = useLocation();
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  /** The subject of the pending step. */
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [chosen, setChosen] = useState(chosenBefore);

  if (context) {
    const home = isAdministrator(context.userType) ? '/admin' : '/';
    const wanted = returnPath(location.search, window.location.origin, home);
    return <Navigate to={context.mustEnrolSecondFactor ? '/profile' : wanted} replace />;
  }
  const signIn = (
    <Layout title={t('auth.signInTitle')} description={t('auth.signInText')}>
      <SignInForm
        chosen={chosen}
        onPending={(next, sent) => {
          setPending(next);
          setCredentials(sent);
          setChosen(undefined);
        }}
      />
    </Layout>
  );
  if (pending?.step === 'second') {
    return (
      <Suspense fallback={signIn}>
        <SecondFactorStep
          Layout={Layout}
          secondFactorToken={pending.token}
          ways={pending.ways}
          onRestart={() => setPending(null)}
        />
      </Suspense>
    );
  }
  if (pending?.step === 'password') {
    return (
      <Suspense fallback={signIn}>
        <ChoosePasswordStep
          Layout={Layout}
          setPasswordToken={pending.token}
          minLength={pending.minLength}
          onDone={(password) => {
            setPending(null);
            setChosen(credentials === null ? undefined : { ...credentials, password });
          }}
        />
      </Suspense>
    );
  }
  return signIn;
}
