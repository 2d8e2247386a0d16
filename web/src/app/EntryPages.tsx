import { ActivatePage } from '../features/sign-in/ActivatePage.tsx';
import { SignInPage } from '../features/sign-in/SignInPage.tsx';
import { SignInLayout } from './SignInLayout.tsx';

export function SignIn() {
  return <SignInPage Layout={SignInLayout} />;
}

export function Activate() {
  return <ActivatePage Layout={SignInLayout} />;
}
