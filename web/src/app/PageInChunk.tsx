import { type ComponentType, createElement, lazy, useMemo } from 'react';
import { loadPatiently } from '../shared/connection/load-patiently.ts';

/** A page that is fetched when it is shown, or before. */
export interface PageChunk<Props extends object> {
  current(): ComponentType<Props>;
  /** Fetches the page; retries when the page is shown, if it can't be fetched now. */
  fetchAhead(): Promise<void>;
}

export function pageChunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): PageChunk<Props> {
  let fetched: ComponentType<Props> | undefined;
  async function fetchPage() {
    fetched = await load();
    return { default: fetched };
  }
  const Lazy = lazy(() => loadPatiently(fetchPage));
  return {
    current: () => fetched ?? Lazy,
    async fetchAhead() {
      await fetchPage().catch(() => undefined);
    },
  };
}

interface PageInChunkProps<Props extends object> {
  readonly chunk: PageChunk<Props>;
  readonly props: Props;
}

/**
 * Shows a page that was fetched ahead at once: React holds back for 300 ms what follows a fallback,
 * so the fallback is for chunks that are really on their way.
 */
export function PageInChunk<Props extends object>({ chunk, props }: PageInChunkProps<Props>) {
  // The same as long as it is shown: a page that is fetched again would start over.
  const page = useMemo(() => chunk.current(), [chunk]);
  return createElement(page, props);
}
