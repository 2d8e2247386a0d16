import type { Input, Playback } from './role-inputs.ts';
import type { Subject } from './role-subjects.ts';
import type { Verdict } from './role-verdicts.ts';

/** One call of the role matrix. */
export interface Row {
  /** In the order of `callers`. */
  readonly verdicts: readonly Verdict[];
  readonly input?: (subject: Subject, playback: Playback) => Input;
  readonly of?: 'ADMIN';
}
export const row = (verdicts: readonly Verdict[], input?: Row['input'], of?: Row['of']): Row => ({
  verdicts,
  ...(input ? { input } : {}),
  ...(of ? { of } : {}),
});
