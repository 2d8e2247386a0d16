import type { ComponentType, ReactNode } from 'react';

/** The frame around a page before sign-in; the app supplies it. */
export type EntryLayout = ComponentType<{
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}>;
