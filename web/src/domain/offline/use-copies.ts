import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import type { Api } from '../../shared/api/browser-api.ts';
import type { PlayableCopies } from './browser-copies.ts';
import type { CopiesView } from './kept-copy.ts';

const notLoaded: CopiesView = { copies: [], bytes: 0, isKnown: false, isSupported: true };

const opened = new WeakMap<object, Promise<PlayableCopies>>();

/** Loads the copies of this page, once: the first pages do without their code. */
export function openCopies(api: Api): Promise<PlayableCopies> {
  const known = opened.get(api);
  if (known) return known;
  const opening = import('./browser-copies.ts').then((m) => m.createBrowserCopies(api));
  opened.set(api, opening);
  opening.catch(() => opened.delete(api));
  return opening;
}

/** Follows the copies of the signed-in learner; null until their code is here. */
export function useCopies(): {
  readonly view: CopiesView;
  readonly copies: PlayableCopies | null;
} {
  const api = useApi();
  const [copies, setCopies] = useState<PlayableCopies | null>(null);
  useEffect(() => {
    let isGone = false;
    openCopies(api).then(
      (here) => {
        if (!isGone) setCopies(here);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [api]);
  const view = useSyncExternalStore(copies?.subscribe ?? neverChanges, copies?.view ?? readNothing);
  return { view, copies };
}

const neverChanges = () => () => undefined;
const readNothing = () => notLoaded;
