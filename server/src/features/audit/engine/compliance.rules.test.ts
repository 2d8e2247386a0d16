import { describe, expect, it } from 'vitest';
import {
  type AssessedCheck,
  assessAll,
  assessCompliance,
  computeComplianceScore,
} from './compliance.rules.ts';

const touching = (
  status: AssessedCheck['status'],
  asvs: AssessedCheck['check']['asvs'],
): AssessedCheck => ({ check: { asvs, owasp: ['A07:2025'], cwe: ['CWE-79'] }, status });

describe('compliance', () => {
  const checks = [
    touching('passed', [{ id: '6.1.1', level: 1 }]),
    touching('failed', [
      { id: '6.1.1', level: 1 },
      { id: '6.2.2', level: 2 },
    ]),
    touching('passed', [{ id: '7.1.1', level: 1 }]),
    touching('warning', [{ id: '8.1.1', level: 1 }]),
    touching('not_tested', [{ id: '9.1.1', level: 1 }]),
    touching('not_applicable', [{ id: '10.1.1', level: 1 }]),
  ];

  it('counts each requirement once: by a failure first, and what could not tell by itself', () => {
    expect(assessCompliance(checks, 'ASVS_5_0_L1')).toEqual({
      score: 33,
      compliant: 1,
      nonCompliant: 1,
      partial: 1,
      notTested: 1,
      requirements: 70,
    });
  });

  it('has the requirements of the first level in the second', () => {
    expect(assessCompliance(checks, 'ASVS_5_0_L2')).toMatchObject({
      nonCompliant: 2,
      requirements: 253,
    });
  });

  it('gives no score to what was not assessed', () => {
    const untested = assessAll([touching('not_tested', [{ id: '6.1.1', level: 1 }])]);
    expect(untested.ASVS_5_0_L1.score).toBeNull();
    expect(computeComplianceScore(untested)).toBeNull();
    expect(computeComplianceScore(assessAll([touching('passed', [])]))).toBe(100);
  });

  it('counts only weaknesses of the Top 25', () => {
    const other: AssessedCheck = {
      check: { asvs: [], owasp: [], cwe: ['CWE-1392', 'CWE-352'] },
      status: 'passed',
    };
    expect(assessCompliance([other], 'CWE_TOP_25_2025')).toMatchObject({
      compliant: 1,
      requirements: 25,
    });
  });
});
