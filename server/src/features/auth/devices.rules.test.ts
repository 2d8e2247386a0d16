import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceLimitOf, isDeviceBound, mayUseDevice } from './devices.rules.ts';

describe('mayUseDevice', () => {
  it.each([
    ['the first device', [], 'a', 1, true],
    ['the bound device', ['a'], 'a', 1, true],
    ['another device', ['a'], 'b', 1, false],
    ['a second of two', ['a'], 'b', 2, true],
    ['a third of two', ['a', 'b'], 'c', 2, false],
    ['any device without a limit', ['a'], 'b', 0, true],
    ['the first after the limit was lowered', ['a', 'b'], 'a', 1, true],
    ['a later one after the limit was lowered', ['a', 'b'], 'b', 1, false],
  ])('judges %s', (_, bound, deviceId, limit, expected) => {
    expect(mayUseDevice(bound, deviceId, limit)).toBe(expected);
  });

  it('never lets more devices in than the limit, in whatever order they come', () => {
    const devices = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 40 });
    fc.assert(
      fc.property(devices, fc.integer({ min: 1, max: 5 }), (comers, limit) => {
        const bound: string[] = [];
        const admitted = new Set<string>();
        for (const comer of comers) {
          if (!mayUseDevice(bound, comer, limit)) continue;
          admitted.add(comer);
          if (!isDeviceBound(bound, comer, limit)) bound.push(comer);
        }
        expect(admitted.size).toBe(Math.min(limit, new Set(comers).size));
        expect(bound).toEqual([...admitted]);
      }),
    );
  });
});

describe('deviceLimitOf', () => {
  it('limits learners alone', () => {
    expect(deviceLimitOf('LEARNER', 1)).toBe(1);
    expect(deviceLimitOf('ADMIN', 1)).toBe(0);
    expect(deviceLimitOf('SUPER_ADMIN', 1)).toBe(0);
  });
});
