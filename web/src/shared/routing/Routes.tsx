import { Children, createContext, isValidElement, type ReactNode, use, useEffect } from 'react';
import { type Match, matchPattern } from './route-match.ts';
import { ParamsContext, useLocation, useNavigate } from './use-address.ts';

interface RouteProps {
  /** Relative to the routes around; none for a frame around its children. */
  readonly path?: string;
  readonly element: ReactNode;
  readonly children?: ReactNode;
}

/** The element for an `Outlet`, and how much of the path is matched. */
const OutletContext = createContext<ReactNode>(null);
const BaseContext = createContext('');

/** Says where an element shows; `Routes` reads it, and it renders nothing itself. */
export function Route(_: RouteProps) {
  return null;
}

/** Shows the first route that matches the address, within its layouts. */
export function Routes({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const base = use(BaseContext);
  const outerParams = use(ParamsContext);
  const branch = findBranch(children, pathname.slice(base.length));
  if (branch === null) return null;
  let content: ReactNode = null;
  for (const element of [...branch.elements].reverse()) {
    content = <OutletContext value={content}>{element}</OutletContext>;
  }
  return (
    <BaseContext value={base + branch.match.base}>
      <ParamsContext value={{ ...outerParams, ...branch.match.params }}>{content}</ParamsContext>
    </BaseContext>
  );
}

/** The place of the nested route in a layout. */
export function Outlet() {
  return use(OutletContext);
}

/** Leads elsewhere as soon as it shows. */
export function Navigate({
  to,
  replace = false,
}: {
  readonly to: string;
  readonly replace?: boolean;
}) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace }), [navigate, to, replace]);
  return null;
}

interface Branch {
  readonly match: Match;
  /** From the outermost frame to the page. */
  readonly elements: readonly ReactNode[];
}

function findBranch(routes: ReactNode, path: string): Branch | null {
  for (const route of Children.toArray(routes)) {
    if (!isValidElement<RouteProps>(route)) continue;
    const { path: pattern, element, children } = route.props;
    if (pattern === undefined) {
      const inner = findBranch(children, path);
      if (inner) return { match: inner.match, elements: [element, ...inner.elements] };
      continue;
    }
    const match = matchPattern(pattern, path);
    if (match) return { match, elements: [element] };
  }
  return null;
}
