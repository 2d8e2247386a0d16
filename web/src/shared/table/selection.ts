import type { ReactNode } from 'react';

/** Which rows of a table are chosen, and what can be done with them. */
export interface Selection {
  /** Also of other pages. */
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** All that match, on every page: what is chosen then are the filters, not rows. */
  readonly matching?: {
    readonly chosen: boolean;
    /** More can't be chosen at once. */
    readonly most: number;
    readonly onChoose: () => void;
  };
  /** What can be done with them. */
  readonly acts?: ReactNode;
}
