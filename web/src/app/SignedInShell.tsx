import { isAdministrator, type Permission } from '@prahari/contract';
import { Suspense } from 'react';
import { useRights } from '../domain/users/use-rights.ts';
import { useSession } from '../shared/api/api-context.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Outlet } from '../shared/routing/Routes.tsx';
import { useLocation } from '../shared/routing/use-address.ts';
import { Crash } from './Crash.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyWithTexts } from './lazy-with-texts.ts';
import { PageLoading } from './PageLoading.tsx';
import { type NavItem, Shell } from './Shell.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Shown only after a sign-in to an account that others tried to sign in to. */
const FailedAttemptsNotice = lazyWithTexts('account', () =>
  import('../domain/failed-attempts/FailedAttemptsNotice.tsx').then((m) => m.FailedAttemptsNotice),
);

/** The frame of every page after sign-in: a study room for learners, a control room for others. */
export function SignedInShell() {
  const { t } = useText();
  const { context, failedAttemptsByOthers } = useSession();
  const { may } = useRights();
  const { pathname } = useLocation();
  if (!context) return null;
  const isAdmin = isAdministrator(context.userType);
  const library: NavItem = { to: '/', label: t('library.title'), icon: 'film', end: true };
  const admin: readonly (NavItem & { readonly right: Permission })[] = [
    { to: '/admin/uploads', label: t('common.navUploads'), icon: 'upload', right: 'videos.write' },
    { to: '/admin/videos', label: t('common.navVideos'), icon: 'play', right: 'videos.write' },
    { to: '/admin/users', label: t('common.navUsers'), icon: 'users', right: 'users.read' },
    { to: '/admin/groups', label: t('common.navGroups'), icon: 'user', right: 'users.read' },
    {
      to: '/admin/client-errors',
      label: t('common.navClientErrors'),
      icon: 'warning',
      right: 'performance.read',
    },
    {
      to: '/admin/security',
      label: t('common.navSecurity'),
      icon: 'visibility',
      right: 'security.read',
    },
    {
      to: '/admin/audit-log',
      label: t('common.navAuditLog'),
      icon: 'shield',
      right: 'audit-log.read',
    },
    {
      to: '/admin/key-systems',
      label: t('common.navKeySystems'),
      icon: 'visibility-off',
      right: 'security.read',
    },
    {
      to: '/admin/system',
      label: t('common.navSystem'),
      icon: 'monitor',
      right: 'system.configure',
    },
  ];
  return (
    <Shell
      room={isAdmin ? 'control' : 'study'}
      nav={
        context.mustEnrolSecondFactor ? [] : [library, ...admin.filter(({ right }) => may(right))]
      }
      userMenu={<UserMenu name={context.user.name} tone={isAdmin ? 'on-ink' : 'surface'} />}
    >
      <ErrorBoundary
        key={isWatchPage(pathname) ? 'watch' : pathname}
        fallback={(error) => <Crash error={error} />}
      >
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      {failedAttemptsByOthers ? (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <FailedAttemptsNotice />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </Shell>
  );
}

/**
 * Shows the frame where a user is signed in, and none elsewhere: for addresses that lead nowhere.
 */
export function ShellOfUsers() {
  return useSession().context ? <SignedInShell /> : <Outlet />;
}

/** One video follows another in fullscreen, which a new page would end. */
const isWatchPage = (pathname: string) => pathname.startsWith('/watch/');
