import { isAdministrator } from '@prahari/contract';
import { type ReactNode, Suspense } from 'react';
import { useSession } from '../shared/api/api-context.ts';
import { loadTexts } from '../shared/i18n/i18n.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Outlet } from '../shared/routing/Routes.tsx';
import { useLocation } from '../shared/routing/use-address.ts';
import { Crash } from './Crash.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyWithTexts, loadMoreIcons } from './lazy-with-texts.ts';
import { PageInChunk, pageChunk } from './PageInChunk.tsx';
import { PageLoading } from './PageLoading.tsx';
import { type NavItem, Shell } from './Shell.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Shown only after a sign-in to an account that others tried to sign in to. */
const FailedAttemptsNotice = lazyWithTexts('account', () =>
  import('../domain/failed-attempts/FailedAttemptsNotice.tsx').then((m) => m.FailedAttemptsNotice),
);

/** With its own icons and texts, which no learner needs. */
export const controlShell = pageChunk(async () => {
  const [module] = await Promise.all([
    import('./ControlShell.tsx'),
    loadMoreIcons(),
    loadTexts('navigation'),
  ]);
  return module.ControlShell;
});

/** The frame of every page after sign-in: a study room for learners, a control room for others. */
export function SignedInShell({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  const { t } = useText();
  const { context, failedAttemptsByOthers } = useSession();
  const { pathname } = useLocation();
  if (!context) return null;
  const isAdmin = isAdministrator(context.userType);
  const userMenu = <UserMenu name={context.user.name} tone={isAdmin ? 'on-ink' : 'surface'} />;
  const content = (
    <>
      <ErrorBoundary
        key={isWatchPage(pathname) ? 'watch' : pathname}
        fallback={(error) => <Crash error={error} />}
      >
        <Suspense fallback={<PageLoading />}>{children}</Suspense>
      </ErrorBoundary>
      {failedAttemptsByOthers ? (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <FailedAttemptsNotice />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  );
  const hasNavigation = context.mustEnrolSecondFactor !== true;
  if (isAdmin) {
    return (
      <PageInChunk chunk={controlShell} props={{ hasNavigation, userMenu, children: content }} />
    );
  }
  const library: NavItem = { to: '/', label: t('library.title'), icon: 'film', end: true };
  return (
    <Shell nav={hasNavigation ? [library] : []} userMenu={userMenu}>
      {content}
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
