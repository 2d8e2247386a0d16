import { SignInPage } from '../features/sign-in/SignInPage.tsx';
import { EntryLayout } from './EntryLayout.tsx';

export function SignInRoute() {
  return <SignInPage Layout={EntryLayout} />;
}
