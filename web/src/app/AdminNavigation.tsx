import { useEffect, useId, useRef } from 'react';
import { useRights } from '../domain/users/use-rights.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Link } from '../shared/routing/Link.tsx';
import { useLocation } from '../shared/routing/use-address.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { type AdminPlace, adminHome, findTabs, isOpen, listSections } from './admin-navigation.ts';
import styles from './ControlShell.module.css';

const cx = classNames(styles);

/** What fades out at the end of the list. */
const fadePx = 24;

/** What is seen of the tab before the open one, where the strip is wider than the window. */
const neighbourPx = 32;

/** Scrolls the list down to the link of the open page, which a low window would hide. */
function revealOpenPage(list: HTMLElement): void {
  const link = list.querySelector('[aria-current]');
  if (!link) return;
  const end = list.getBoundingClientRect().bottom - fadePx;
  list.scrollTop += Math.max(0, link.getBoundingClientRect().bottom - end);
}

/** The places of an administrator, by section. */
export function Navigation() {
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
      <PlaceLink place={adminHome} />
      {listSections(may).map(({ name, places }) => (
        <div key={name} className={cx('section')}>
          <p id={`${id}${name}`} className={cx('name')}>
            {t(name)}
          </p>
          <ul className={cx('entries')} aria-labelledby={`${id}${name}`}>
            {places.map((place) => (
              <li key={place.label}>
                <PlaceLink place={place} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function PlaceLink({ place }: { readonly place: AdminPlace }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const [first] = place.pages;
  const open = place.pages.find((page) => isOpen(page, pathname));
  return (
    <Link
      to={first.to}
      // Its own page, or another one of the same place.
      aria-current={open && (open === first ? 'page' : true)}
      className={cx('link', open && 'active')}
    >
      <Icon name={place.icon} />
      <span>{t(place.label)}</span>
    </Link>
  );
}

/** The pages of the open place, in a row above it. */
export function PlaceTabs() {
  const { t } = useText();
  const { may } = useRights();
  const { pathname } = useLocation();
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has its own tab
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current]');
    // Of the strip alone: `scrollIntoView` would move the page too.
    if (strip.current && tab) strip.current.scrollLeft = tab.offsetLeft - neighbourPx;
  }, [pathname]);
  const place = findTabs(may, pathname);
  if (!place) return null;
  return (
    <nav ref={strip} className={cx('tabs')} aria-label={t(place.label)}>
      {place.pages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === pathname ? 'page' : undefined}
          className={cx('tab', to === pathname && 'chosen')}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
