import type {
  AuditCheckStatus,
  AuditEvidence,
  FindingCategory,
  FindingSeverity,
} from '@prahari/contract';
import type { AuditPorts } from '../ports.ts';
import type { Principals } from '../probe/principals.adapter.ts';
import type { Probe, ProbeAnswer } from '../probe/probe.adapter.ts';

/** Who can make use of a weakness; it raises or lowers the risk score. */
export type Reach = 'unauthenticated' | 'any_user' | 'administrator';

/**
 * One thing that is looked for. To add a check: its object in a `x.check.ts` beside its kind, its
 * line in `all-checks.rules.ts`, and a pair of tests, one that plants the weakness and one without.
 */
export interface AuditCheck {
  /** As in the list of the reference: `AUTH-01`. Never used again for something else. */
  readonly id: string;
  readonly title: string;
  readonly category: FindingCategory;
  /** A probe sends requests; the others look at settings, stored data, or this machine. */
  readonly kind: 'probe' | 'config' | 'data' | 'host';
  readonly severity: FindingSeverity;
  readonly reach: Reach;
  /** What is wrong where it fails. */
  readonly description: string;
  /** What an attacker can do with it. */
  readonly impact: string;
  readonly howTested: string;
  readonly recommendation: string;
  readonly effort: 'small' | 'medium' | 'large';
  readonly steps: readonly string[];
  /** Settings or files of the product that matter; empty where none does. */
  readonly changes: readonly { readonly file: string; readonly description: string }[];
  readonly cwe: readonly string[];
  readonly owasp: readonly string[];
  readonly asvs: readonly { readonly id: string; readonly level: 1 | 2 | 3 }[];
  readonly components: readonly string[];
  /** Seconds that it usually takes, until audits have measured it. */
  readonly usualSeconds: number;
  run(tools: CheckTools): Promise<CheckOutcome>;
}

/** What a check is given. */
export interface CheckTools {
  readonly probe: Probe;
  /** Throwaway accounts of this audit, made when first asked for and removed after it. */
  readonly principals: Principals;
  /** What features tell about their settings and stored data. */
  readonly ports: AuditPorts;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

export interface CheckOutcome {
  readonly status: Exclude<AuditCheckStatus, 'error'>;
  /** Why it was not tested, or what else to know. */
  readonly note?: string;
  /** Of what failed, or a few samples of what passed. */
  readonly evidence: readonly AuditEvidence[];
  /** What exactly is affected, where it is less than all components of the check. */
  readonly components?: readonly string[];
}

/** One thing that a check expected, and what it saw. */
export interface Observation {
  readonly isAsExpected: boolean;
  /** A weaker sign, by which alone a check only warns. */
  readonly isWarning?: boolean;
  readonly evidence: AuditEvidence;
  /** The part that is affected where it isn't as expected. */
  readonly component?: string;
}

const mostEvidence = 20;
const passedSamples = 3;

/**
 * Judges a check by what it observed: it fails by one observation that isn't as expected. Without
 * any it was not tested.
 */
export function judgeObservations(
  observations: readonly Observation[],
  note?: string,
): CheckOutcome {
  const noted = note === undefined ? {} : { note };
  if (observations.length === 0) {
    return { status: 'not_tested', evidence: [], note: note ?? 'There was nothing to test.' };
  }
  const wrong = observations.filter(({ isAsExpected }) => !isAsExpected);
  if (wrong.length === 0) {
    const evidence = observations.slice(0, passedSamples).map((one) => one.evidence);
    return { status: 'passed', evidence, ...noted };
  }
  const failed = wrong.filter(({ isWarning }) => !isWarning);
  const shown = failed.length > 0 ? failed : wrong;
  const components = [...new Set(shown.flatMap(({ component }) => component ?? []))];
  return {
    status: failed.length > 0 ? 'failed' : 'warning',
    evidence: shown.slice(0, mostEvidence).map((one) => one.evidence),
    ...(components.length === 0 ? {} : { components }),
    ...noted,
  };
}

/** Says that what a check needs is missing here: that is never a pass. */
export function notTested(note: string): CheckOutcome {
  return { status: 'not_tested', note, evidence: [] };
}

/** Says that a check has no meaning for this installation. */
export function notApplicable(note: string): CheckOutcome {
  return { status: 'not_applicable', note, evidence: [] };
}

/** Observes an answer: as expected where `isExpected` says so. */
export function observeAnswer(
  answer: ProbeAnswer,
  expected: string,
  isExpected: boolean,
  observed?: string,
): Observation {
  return {
    isAsExpected: isExpected,
    component: `${answer.method} ${answer.path.split('?')[0]}`,
    evidence: {
      at: answer.at.toISOString(),
      request: answer.shown,
      expected,
      observed: observed ?? `${answer.status}`,
      correlationId: answer.correlationId,
    },
  };
}

/** Observes a setting, a stored value or a file. */
export function observeFact(fact: {
  readonly at: Date;
  /** What was looked at. */
  readonly looked: string;
  readonly expected: string;
  readonly observed: string;
  readonly isAsExpected: boolean;
  readonly isWarning?: boolean;
  readonly component?: string;
}): Observation {
  const { at, looked, expected, observed, isAsExpected, isWarning, component } = fact;
  return {
    isAsExpected,
    ...(isWarning === undefined ? {} : { isWarning }),
    ...(component === undefined ? {} : { component }),
    evidence: { at: at.toISOString(), request: looked, expected, observed, correlationId: null },
  };
}
