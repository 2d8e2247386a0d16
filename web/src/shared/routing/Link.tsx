import type { ComponentProps, MouseEvent } from 'react';
import { formatHref, type Target } from './address.ts';
import { useLocation, useNavigate } from './use-address.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: Target;
}

/** A link within this app. Clicks that open a new tab are left to the browser. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const address = useLocation();
  const navigate = useNavigate();
  const href = formatHref(to, address);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    const isHere = href === `${address.pathname}${address.search}${address.hash}`;
    navigate(href, { replace: isHere });
  }

  return <a {...rest} href={href} onClick={follow} />;
}

interface NavLinkProps extends Omit<LinkProps, 'className' | 'to'> {
  readonly to: string;
  /** Only the exact address counts as present. */
  readonly end?: boolean;
  readonly className: (state: { readonly isActive: boolean }) => string;
}

/** A link that shows when its page, or one below, is open. */
export function NavLink({ to, end = false, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return (
    <Link
      {...rest}
      to={to}
      className={className({ isActive })}
      {...(isActive ? { 'aria-current': 'page' } : {})}
    />
  );
}

function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const isElsewhere = target !== '' && target !== '_self';
  return (
    event.button !== 0 ||
    event.metaKey ||
    event.altKey ||
    event.ctrlKey ||
    event.shiftKey ||
    isElsewhere
  );
}
