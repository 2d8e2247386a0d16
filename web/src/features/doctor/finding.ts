import type { TextValues } from '../../shared/i18n/text-values.generated.ts';

/** In the order of display: checks that others depend on come first. */
export const checkNames = [
  'server',
  'browser',
  'screen',
  'codecs',
  'keys',
  'network',
  'clock',
  'storage',
] as const;
export type CheckName = (typeof checkNames)[number];

/** `note`: videos play, but something could be better. */
export type Verdict = 'good' | 'note' | 'problem';

/** `progress` is said of all checks, and takes other variables. */
type DoctorText = Exclude<keyof TextValues['doctor'], 'progress'>;

/** The result of one check. */
export interface Finding {
  readonly verdict: Verdict;
  /** The result, in plain words. */
  readonly says: DoctorText;
  /** What to do; null where nothing needs doing. */
  readonly step: DoctorText | null;
  readonly variables?: Readonly<Record<string, string | number>>;
  /** The measurements, for support: names that need no translation. */
  readonly facts: string;
}

export type Findings = Readonly<Partial<Record<CheckName, Finding>>>;

const WORSE: readonly Verdict[] = ['good', 'note', 'problem'];

/** The conclusion from all findings. */
export function findWorst(findings: Findings): Verdict {
  const ranks = Object.values(findings).map(({ verdict }) => WORSE.indexOf(verdict));
  return WORSE[Math.max(0, ...ranks)] ?? 'good';
}
