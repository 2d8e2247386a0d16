import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useRights } from '../domain/users/use-rights.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Link } from '../shared/routing/Link.tsx';
import { useLocation } from '../shared/routing/use-address.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { Navigation, PlaceTabs } from './AdminNavigation.tsx';
import { adminHome } from './admin-navigation.ts';
import { Brand } from './Brand.tsx';
import styles from './ControlShell.module.css';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { feedbackDemand } from './feedback-demand.ts';
import { lazyWithTexts } from './lazy-with-texts.ts';
import { Preferences } from './Preferences.tsx';
import { usePageFocus } from './use-page-focus.ts';

const cx = classNames(styles);

const homeAddress = adminHome.pages[0].to;

const LiveAlerts = lazyWithTexts('admin', () =>
  import('../features/admin/alerts/LiveAlerts.tsx').then((m) => m.LiveAlerts),
);

export interface ControlShellProps {
  /** False for an administrator who must do something else first. */
  readonly hasNavigation: boolean;
  readonly userMenu: ReactNode;
  readonly children: ReactNode;
}

/** The frame of administrators: a rail at the side, on narrow screens a row with a menu. */
export function ControlShell({ hasNavigation, userMenu, children }: ControlShellProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  const [contentId, panelId] = [useId(), useId()];
  const content = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Another page closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  usePageFocus(content);

  useEffect(() => {
    if (!isOpen) return;
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    const closeWhenLeft = ({ target }: FocusEvent) => {
      // Menus of the header lie elsewhere in the document: only the page counts.
      if (target instanceof Node && content.current?.contains(target)) setOpenAt(null);
    };
    document.addEventListener('keydown', closeByEscape);
    document.addEventListener('focusin', closeWhenLeft);
    return () => {
      document.removeEventListener('keydown', closeByEscape);
      document.removeEventListener('focusin', closeWhenLeft);
    };
  }, [isOpen]);

  return (
    <div className={cx('shell')}>
      <a href={`#${contentId}`} className={cx('skip')}>
        {t('common.skipToContent')}
      </a>
      <header className={cx('header')}>
        <button
          ref={button}
          type="button"
          className={cx('menu')}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpenAt(isOpen ? null : pathname)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} size={22} />
          <span className={cx('menuName')}>{t('common.menu')}</span>
        </button>
        {hasNavigation ? (
          <Link to={homeAddress} className={cx('home')}>
            <Brand tone="on-ink" />
          </Link>
        ) : (
          <Brand tone="on-ink" />
        )}
        <div id={panelId} className={cx('panel', isOpen && 'open')}>
          {hasNavigation ? <Navigation /> : null}
          <div className={cx('tools')}>
            <Preferences tone="on-ink" />
          </div>
        </div>
        <div className={cx('user')}>{userMenu}</div>
      </header>
      <main ref={content} id={contentId} tabIndex={-1} className={cx('main')}>
        <div className={cx('page')}>
          {hasNavigation ? <PlaceTabs /> : null}
          {children}
        </div>
      </main>
      {hasNavigation && isAdminPage(pathname) ? <AlertWatch /> : null}
    </div>
  );
}

const isAdminPage = (pathname: string) =>
  pathname === homeAddress || pathname.startsWith(`${homeAddress}/`);

/** One stream for all pages of an administrator; a page without it works as well. */
function AlertWatch() {
  const { may } = useRights();
  const mayRead = may('alerts.read');
  useEffect(() => {
    if (mayRead) feedbackDemand.want();
  }, [mayRead]);
  if (!mayRead) return null;
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <LiveAlerts />
      </Suspense>
    </ErrorBoundary>
  );
}
