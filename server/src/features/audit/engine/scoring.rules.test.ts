import { type AuditCheckStatus, findingSeverities } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeRiskScore,
  computeSecurityScore,
  countBySeverity,
  findOverallRisk,
  planRemediation,
  type ScoredCheck,
} from './scoring.rules.ts';

const statuses: readonly AuditCheckStatus[] = [
  'passed',
  'failed',
  'warning',
  'not_applicable',
  'not_tested',
  'error',
];
const scored = fc.array(
  fc.record<ScoredCheck>({
    severity: fc.constantFrom(...findingSeverities),
    status: fc.constantFrom(...statuses),
  }),
);

describe('the security score', () => {
  it('is the weighted share of passed checks, a warning counting half', () => {
    expect(
      computeSecurityScore([
        { severity: 'critical', status: 'passed' },
        { severity: 'low', status: 'failed' },
        { severity: 'low', status: 'warning' },
      ]),
    ).toBe(85);
  });

  it('leaves out what was not tested, and says nothing where nothing was', () => {
    expect(computeSecurityScore([{ severity: 'high', status: 'not_tested' }])).toBeNull();
    expect(computeSecurityScore([])).toBeNull();
    expect(
      computeSecurityScore([
        { severity: 'high', status: 'passed' },
        { severity: 'critical', status: 'error' },
      ]),
    ).toBe(100);
  });

  it.each([
    ['critical', 39],
    ['high', 69],
    ['medium', 89],
  ] as const)('is at most what a %s finding allows', (severity, most) => {
    const passed = Array.from(
      { length: 100 },
      (): ScoredCheck => ({ severity: 'critical', status: 'passed' }),
    );
    expect(computeSecurityScore([...passed, { severity, status: 'failed' }])).toBe(most);
  });

  it('stays within 0 and 100, and never grows when a passed check fails', () => {
    fc.assert(
      fc.property(scored, (checks) => {
        const score = computeSecurityScore(checks);
        if (score === null) return;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        const worse = checks.map(
          (check): ScoredCheck =>
            check.status === 'passed' ? { ...check, status: 'failed' } : check,
        );
        expect(computeSecurityScore(worse) ?? 0).toBeLessThanOrEqual(score);
      }),
    );
  });
});

describe('findings', () => {
  it('count by severity, those of a warning as low', () => {
    expect(
      countBySeverity([
        { severity: 'critical', status: 'failed' },
        { severity: 'critical', status: 'warning' },
        { severity: 'high', status: 'passed' },
        { severity: 'informational', status: 'warning' },
      ]),
    ).toEqual({ critical: 1, high: 0, medium: 0, low: 1, informational: 1 });
  });

  it('give the risk of the worst one, and low without any', () => {
    const none = { critical: 0, high: 0, medium: 0, low: 0, informational: 0 };
    expect(findOverallRisk(none)).toBe('low');
    expect(findOverallRisk({ ...none, informational: 3 })).toBe('low');
    expect(findOverallRisk({ ...none, medium: 1, low: 2 })).toBe('medium');
  });

  it('are riskier the more people reach them', () => {
    expect(computeRiskScore('critical', 'unauthenticated')).toBe(10);
    expect(computeRiskScore('high', 'any_user')).toBe(7.5);
    expect(computeRiskScore('low', 'administrator')).toBe(1.5);
    expect(computeRiskScore('informational', 'administrator')).toBe(0);
  });

  it('say by when they should be gone', () => {
    expect(findingSeverities.map((severity) => planRemediation(severity).priority)).toEqual([
      'immediate',
      'shortTerm',
      'longTerm',
      'longTerm',
      'longTerm',
    ]);
  });
});
