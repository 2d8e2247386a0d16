import { ActivatePage } from '../features/sign-in/ActivatePage.tsx';
import { EntryLayout } from './EntryLayout.tsx';

export function ActivateRoute() {
  return <ActivatePage Layout={EntryLayout} />;
}
