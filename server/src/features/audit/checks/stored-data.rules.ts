import type { DataFile } from '../ports.ts';

/** What other accounts may do at most, by the kind of the entry. */
const forbidden: Readonly<Record<DataFile['kind'], number>> = {
  // Others may pass, since the database and nginx run as accounts of their own.
  root: 0o026,
  // A group that the operator chose may read.
  shared: 0o027,
  private: 0o027,
  secret: 0o077,
};

/** Judges the permissions of an entry of the data folder. */
export function judgeDataFile({ kind, mode }: Pick<DataFile, 'kind' | 'mode'>): {
  readonly expected: string;
  readonly isClosed: boolean;
} {
  const expected = {
    root: 'other accounts may pass, and neither list nor write',
    shared: 'nothing for other accounts, no writing for the group',
    private: 'nothing for other accounts, no writing for the group',
    secret: 'nothing for anybody but the owner',
  }[kind];
  return { expected, isClosed: (mode & forbidden[kind]) === 0 };
}
