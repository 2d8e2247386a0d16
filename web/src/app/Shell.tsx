import { type ReactNode, useId, useRef } from 'react';
import { useText } from '../shared/i18n/use-text.ts';
import { Link, NavLink } from '../shared/routing/Link.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Brand } from './Brand.tsx';
import { Preferences } from './Preferences.tsx';
import styles from './Shell.module.css';
import { usePageFocus } from './use-page-focus.ts';

const cx = classNames(styles);

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Only the exact address counts as present. */
  readonly end?: boolean;
}

export interface ShellProps {
  readonly nav: readonly NavItem[];
  readonly userMenu?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of learners, with its navigation on top. */
export function Shell({ nav, userMenu, children }: ShellProps) {
  const { t } = useText();
  const contentId = useId();
  const content = useRef<HTMLElement>(null);
  usePageFocus(content);
  return (
    <div className={cx('shell')}>
      <a href={`#${contentId}`} className={cx('skip')}>
        {t('common.skipToContent')}
      </a>
      <header className={cx('header')}>
        {nav.length > 0 ? (
          <Link to="/" className={cx('home')}>
            <Brand tone="surface" shrinks />
          </Link>
        ) : (
          <Brand tone="surface" />
        )}
        <nav className={cx('nav')} aria-label={t('common.mainNavigation')}>
          {nav.map((item) => (
            <NavLink
              key={item.to}
              to={item.to}
              end={item.end ?? false}
              className={({ isActive }) => cx('link', isActive && 'active')}
            >
              <Icon name={item.icon} />
              <span>{item.label}</span>
            </NavLink>
          ))}
        </nav>
        <div className={cx('tools')}>
          <Preferences tone="surface" />
          {userMenu}
        </div>
      </header>
      <main ref={content} id={contentId} tabIndex={-1} className={cx('main')}>
        <div className={cx('page')}>{children}</div>
      </main>
    </div>
  );
}
