import { createContext, use } from 'react';
import type { Address, Target } from './address.ts';
import type { Params } from './route-match.ts';

export interface NavigateOptions {
  /** In place of the present entry of the history. */
  readonly replace?: boolean;
}

export type Navigate = (to: Target, options?: NavigateOptions) => void;

export const RouterContext = createContext<{
  readonly address: Address;
  readonly navigate: Navigate;
} | null>(null);

/** The values of the `:name` parts of the routes above. */
export const ParamsContext = createContext<Params>({});

function useRouter() {
  const router = use(RouterContext);
  if (router === null) throw new Error('there is no Router above');
  return router;
}

export function useLocation(): Address {
  return useRouter().address;
}

/** Returns the same function for as long as the page lives. */
export function useNavigate(): Navigate {
  return useRouter().navigate;
}

export function useParams(): Readonly<Partial<Record<string, string>>> {
  return use(ParamsContext);
}
