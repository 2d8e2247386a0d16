import { ForgotPasswordPage } from '../features/sign-in/ForgotPasswordPage.tsx';
import { EntryLayout } from './EntryLayout.tsx';

export function ForgotPasswordRoute() {
  return <ForgotPasswordPage Layout={EntryLayout} />;
}
