import { computeRatio, type Goal, judgeRow, type Row, type Unit } from './row.ts';

/** A measurement that could not be made here, and why. */
export interface NotRun {
  readonly name: string;
  readonly why: string;
}

export type Outcome = Row | NotRun;

const digits: Readonly<Record<Unit, number>> = {
  ms: 0,
  s: 2,
  'requests/s': 0,
  'MB/s': 0,
  MB: 0,
  kB: 1,
  '%': 2,
  '% of a core': 1,
  'of 100': 0,
  'of a screen': 3,
  learners: 0,
};

/** The table as text, one line a row, columns aligned. */
export function formatTable(outcomes: readonly Outcome[]): string {
  const lines = [
    ['measurement', 'ours', 'peer or limit', 'ratio', 'goal', 'verdict'],
    ...outcomes.map(cellsOf),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...lines.map((cells) => (cells[column] ?? '').length)),
  );
  return lines
    .map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The same as plain data. */
export function toJson(outcome: Outcome): Readonly<Record<string, unknown>> {
  if ('why' in outcome) return { ...outcome, verdict: 'not run' };
  return { ...outcome, ratio: computeRatio(outcome), verdict: judgeRow(outcome) };
}

function cellsOf(outcome: Outcome): string[] {
  if ('why' in outcome) return [outcome.name, '', '', '', '', `not run: ${outcome.why}`];
  const { name, unit, ours, against, goal } = outcome;
  const figure = (value: number) => `${value.toFixed(digits[unit])} ${unit}`;
  return [
    name,
    figure(ours),
    `${against.what} ${figure(against.value)}`,
    computeRatio(outcome).toFixed(2),
    goal ? goalText(goal) : '–',
    judgeRow(outcome),
  ];
}

function goalText(goal: Goal): string {
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
}
