/** What the ratio should be: at most (times, sizes) or at least (rates). */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

export type Unit =
  | 'of 100'
  | 'of a screen'
  | 'learners'
  | 'ms'
  | 's'
  | 'requests/s'
  | 'MB/s'
  | 'MB'
  | 'kB'
  | '%'
  | '% of a core';

/** One line of the table: our figure beside the one it is compared with. */
export interface Row {
  readonly name: string;
  readonly unit: Unit;
  readonly ours: number;
  /** What a bare program did in the same run, or the limit that was set. */
  readonly against: { readonly what: string; readonly value: number };
  /** Of `ours` to `against`; without a goal the row is only watched. */
  readonly goal?: Goal;
  /** What else is worth keeping in the JSON file: single rounds, CPU time. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Verdict = 'ok' | 'missed' | 'no goal';

export function computeRatio(row: Pick<Row, 'ours' | 'against'>): number {
  return row.ours / row.against.value;
}

export function judgeRow(row: Pick<Row, 'ours' | 'against' | 'goal'>): Verdict {
  const { goal } = row;
  if (!goal) return 'no goal';
  const ratio = computeRatio(row);
  return ('atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast) ? 'ok' : 'missed';
}
