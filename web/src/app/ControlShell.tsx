import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useRights } from '../domain/users/use-rights.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Link, NavLink } from '../shared/routing/Link.tsx';
import { useLocation } from '../shared/routing/use-address.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { type AdminEntry, adminHome, listSections } from './admin-navigation.ts';
import { Brand } from './Brand.tsx';
import styles from './ControlShell.module.css';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { feedbackDemand } from './feedback-demand.ts';
import { lazyWithTexts } from './lazy-with-texts.ts';
import { Preferences } from './Preferences.tsx';
import { usePageFocus } from './use-page-focus.ts';

const cx = classNames(styles);

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
          <Link to={adminHome.to} className={cx('home')}>
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
        <div className={cx('page')}>{children}</div>
      </main>
      {hasNavigation && isAdminPage(pathname) ? <AlertWatch /> : null}
    </div>
  );
}

const isAdminPage = (pathname: string) =>
  pathname === adminHome.to || pathname.startsWith(`${adminHome.to}/`);

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

/** What fades out at the end of the list. */
const fadePx = 24;

/** Scrolls the list down to the link of the open page, which a low window would hide. */
function revealOpenPage(list: HTMLElement): void {
  const link = list.querySelector('[aria-current="page"]');
  if (!link) return;
  const end = list.getBoundingClientRect().bottom - fadePx;
  list.scrollTop += Math.max(0, link.getBoundingClientRect().bottom - end);
}

function Navigation() {
  const { t } = useText();
  const { may } = useRights();
  const { pathname } = useLocation();
  const id = useId();
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has its own link
  useEffect(() => {
    if (list.current) revealOpenPage(list.current);
  }, [pathname]);
  return (
    <nav ref={list} className={cx('nav')} aria-label={t('common.mainNavigation')}>
      <Entry entry={adminHome} />
      {listSections(may).map(({ name, entries }) => (
        <div key={name} className={cx('section')}>
          <p id={`${id}${name}`} className={cx('name')}>
            {t(name)}
          </p>
          <ul className={cx('entries')} aria-labelledby={`${id}${name}`}>
            {entries.map((entry) => (
              <li key={entry.to}>
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ entry }: { readonly entry: AdminEntry }) {
  const { t } = useText();
  const { to, label, icon, end = false, also } = entry;
  return (
    <NavLink
      to={to}
      end={end}
      also={also}
      className={({ isActive }) => cx('link', isActive && 'active')}
    >
      <Icon name={icon} />
      <span>{t(label)}</span>
    </NavLink>
  );
}
