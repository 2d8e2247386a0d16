import { findingCategories } from '@prahari/contract';
import { expect, it } from 'vitest';
import { allChecks } from './all-checks.rules.ts';

it('names each check once', () => {
  const ids = allChecks.map(({ id }) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

it.each(allChecks.map((check) => [check.id, check] as const))(
  '%s says what it is about in the words of the standards',
  (_, check) => {
    expect(findingCategories).toContain(check.category);
    for (const id of check.cwe) expect(id).toMatch(/^CWE-\d+$/);
    for (const id of check.owasp) expect(id).toMatch(/^A(0[1-9]|10):2025$/);
    for (const { id } of check.asvs) expect(id).toMatch(/^v5\.0\.0-\d+\.\d+\.\d+$/);
    expect(check.steps.length * check.components.length * check.usualSeconds).toBeGreaterThan(0);
  },
);
