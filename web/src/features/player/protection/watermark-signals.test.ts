// @vitest-environment jsdom
import { isViolation } from '@prahari/contract';
import { expect, test, vi } from 'vitest';
import type { Signal } from './signal.ts';

// References taken at load may belong to an earlier file's window.
vi.resetModules();
const {
  signalAffected: affected,
  signalCovered: covered,
  signalTampering: tampering,
  unseen,
} = await import('./watermark-signals.ts');

const isOne = ({ type, confidence }: Signal) => isViolation(type, confidence);

test('marks that are removed, hidden or rewritten are a violation', () => {
  for (const what of ['removed', 'hidden', 'changed'] as const) {
    expect([what, isOne(tampering({ what, details: '' }))]).toEqual([what, true]);
  }
});

test('effects of common extensions are noted, without a violation', () => {
  const noted = [
    tampering({ what: 'restyled', details: '' }),
    tampering({ what: 'picture-moved', details: '' }),
    covered('div'),
    affected('body: filter'),
    unseen,
  ];
  expect(noted.map(isOne)).toEqual(noted.map(() => false));
  expect(noted.map(({ confidence }) => confidence)).toEqual(noted.map(() => 'low'));
});
