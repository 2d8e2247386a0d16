import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api } from './browser-api.ts';
import type { SessionState } from './session.ts';

const ApiContext = createContext<Api | null>(null);

export const ApiProvider = ApiContext.Provider;

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi needs an ApiProvider above it');
  return api;
}

/** Returns the signed-in user; the component renders again when that changes. */
export function useSession(): SessionState {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, session.state);
}
