import { expect, it } from 'vitest';
import { describeConfinement, isFullyConfined } from './confinement.rules.ts';

const all = {
  prlimit: '/usr/bin/prlimit',
  hiding: { enter: [], yield: [] },
  hasNoNetwork: true,
  encoder: { name: 'libx264' },
} as const;

it('is whole where the system allows everything', () => {
  expect(describeConfinement(all)).toEqual({
    hasLimits: true,
    hidesFiles: true,
    hasNoNetwork: true,
  });
  expect(isFullyConfined(describeConfinement(all))).toBe(true);
});

it.each([
  ['limits', { prlimit: null }, { hasLimits: false }],
  ['namespaces', { hiding: null }, { hidesFiles: false }],
  ['software encoding', { encoder: { name: 'vaapi' } }, { hidesFiles: false }],
  ['networks of their own', { hasNoNetwork: false }, { hasNoNetwork: false }],
] as const)('is less without %s', (_, change, expected) => {
  const confinement = describeConfinement({ ...all, ...change });
  expect(confinement).toMatchObject(expected);
  expect(isFullyConfined(confinement)).toBe(false);
});
