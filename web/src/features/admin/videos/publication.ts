import { toLocalMoment } from './local-moment.ts';

/** Keeps a date that was not touched, with its seconds. */
export function keepInstant(typed: string | null, stored: string | null): string | null {
  const isSame = JSON.stringify(toLocalMoment(typed)) === JSON.stringify(toLocalMoment(stored));
  return isSame ? stored : typed;
}

/** Whether a span ends before it begins. */
export function isBackwards(from: string | null, until: string | null): boolean {
  return from !== null && until !== null && Date.parse(until) <= Date.parse(from);
}
