import { describe, expect, it } from 'vitest';
import { allChecks } from './all-checks.rules.ts';
import {
  furtherRequirements,
  furtherWeaknesses,
  referenceIds,
  withoutRequirement,
} from './reference-ids.fixture.ts';

const rows = new Map(
  Object.entries(referenceIds).map(([id, text]) => {
    const [owasp = '', cwe = '', asvs = ''] = text.split(' | ');
    const requirements = asvs.split(' ').map((one) => one.split('/'));
    return [
      id,
      {
        owasp: `${owasp}:2025`,
        cwe: cwe.split(' ').map((number) => `CWE-${number}`),
        asvs: new Map(requirements.map(([name, level]) => [`v5.0.0-${name}`, Number(level)])),
      },
    ];
  }),
);
const all = [...rows.values()];
const levels = new Map([
  ...all.flatMap(({ asvs }) => [...asvs]),
  ...Object.entries(furtherRequirements),
]);
const weaknesses = new Set([...all.flatMap(({ cwe }) => cwe), ...furtherWeaknesses]);
const categories = new Set(all.map(({ owasp }) => owasp));

describe('the ids by which checks refer to standards', () => {
  it.each(allChecks.map((check) => [check.id, check] as const))('%s', (id, check) => {
    const row = rows.get(id);
    for (const one of check.cwe) expect(row ? row.cwe : [...weaknesses], one).toContain(one);
    for (const one of check.owasp) expect(row ? [row.owasp] : [...categories]).toContain(one);
    expect(check.owasp.length * check.cwe.length).toBeGreaterThan(0);
    expect(check.asvs.length === 0).toBe(withoutRequirement.includes(id));
    for (const { id: requirement, level } of check.asvs) {
      expect(levels.get(requirement), requirement).toBe(level);
      if (row) expect([...row.asvs.keys()]).toContain(requirement);
    }
  });

  it('leave out no check of the reference', () => {
    const known = new Set(allChecks.map(({ id }) => id));
    expect([...rows.keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});
