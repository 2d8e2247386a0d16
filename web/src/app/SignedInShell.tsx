import { isAdministrator } from '@prahari/contract';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { useSession } from '../shared/api/api-context.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { PageLoading } from './PageLoading.tsx';
import { type NavItem, Shell } from './Shell.tsx';
import { UserMenu } from './UserMenu.tsx';

/** The frame of every page after sign-in: a study room for learners, a control room for others. */
export function SignedInShell() {
  const { t } = useText();
  const { context } = useSession();
  if (!context) return null;
  const isAdmin = isAdministrator(context.userType);
  const library: NavItem = { to: '/', label: t('library.title'), icon: 'film', end: true };
  const admin: readonly NavItem[] = [
    { to: '/admin/uploads', label: t('uploads.title'), icon: 'upload' },
    { to: '/admin/users', label: t('users.title'), icon: 'users' },
  ];
  return (
    <Shell
      room={isAdmin ? 'control' : 'study'}
      nav={isAdmin ? [library, ...admin] : [library]}
      userMenu={<UserMenu name={context.user.name} tone={isAdmin ? 'on-ink' : 'surface'} />}
    >
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}
