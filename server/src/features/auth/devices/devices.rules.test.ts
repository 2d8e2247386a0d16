import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canUseDevice, findDeviceLimit, isDeviceBound, judgeDeviceReset } from './devices.rules.ts';

describe('canUseDevice', () => {
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
    expect(canUseDevice(bound, deviceId, limit)).toBe(expected);
  });

  it('never admits more devices than the limit, in any order', () => {
    const devices = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 40 });
    fc.assert(
      fc.property(devices, fc.integer({ min: 1, max: 5 }), (comers, limit) => {
        const bound: string[] = [];
        const admitted = new Set<string>();
        for (const comer of comers) {
          if (!canUseDevice(bound, comer, limit)) continue;
          admitted.add(comer);
          if (!isDeviceBound(bound, comer, limit)) bound.push(comer);
        }
        expect(admitted.size).toBe(Math.min(limit, new Set(comers).size));
        expect(bound).toEqual([...admitted]);
      }),
    );
  });
});

describe('findDeviceLimit', () => {
  it('limits learners alone', () => {
    expect(findDeviceLimit('LEARNER', 1)).toBe(1);
    expect(findDeviceLimit('ADMIN', 1)).toBe(0);
    expect(findDeviceLimit('SUPER_ADMIN', 1)).toBe(0);
  });
});

describe('judgeDeviceReset', () => {
  const policy = { selfServiceDeviceReset: true, deviceResetCooldownDays: 30 };
  const now = new Date('2027-03-31T10:00:00.000Z');

  it.each([
    ['just bound', '2027-03-31T10:00:00.000Z', 'later'],
    ['a moment too soon', '2027-03-01T10:00:00.001Z', 'later'],
    ['to the moment', '2027-03-01T10:00:00.000Z', 'possible'],
    ['long bound', '2026-01-01T00:00:00.000Z', 'possible'],
  ])('judges %s', (_, lastBoundAt, state) => {
    expect(judgeDeviceReset(policy, new Date(lastBoundAt), now).state).toBe(state);
  });

  it('says from when on', () => {
    const lastBoundAt = new Date('2027-03-11T10:00:00.000Z');
    const possibleAt = '2027-04-10T10:00:00.000Z';
    expect(judgeDeviceReset(policy, lastBoundAt, now)).toEqual({ state: 'later', possibleAt });
  });

  it('is never offered unless the policy says so', () => {
    const closed = { ...policy, selfServiceDeviceReset: false };
    expect(judgeDeviceReset(closed, new Date(0), now)).toEqual({ state: 'not_offered' });
  });

  it('waits for nothing without a cool-down', () => {
    const open = { ...policy, deviceResetCooldownDays: 0 };
    expect(judgeDeviceReset(open, now, now).state).toBe('possible');
  });

  it('never allows two resets within the cool-down, and never delays one longer', () => {
    const hours = fc.array(fc.integer({ min: 0, max: 24 * 40 }), { maxLength: 40 });
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 30 }), (waits, deviceResetCooldownDays) => {
        const own = { ...policy, deviceResetCooldownDays };
        const cooldownMs = deviceResetCooldownDays * 86_400_000;
        let boundAt = now;
        let time = now.getTime();
        for (const wait of waits) {
          time += wait * 3_600_000;
          const judged = judgeDeviceReset(own, boundAt, new Date(time));
          const isOver = time - boundAt.getTime() >= cooldownMs;
          expect(judged.state).toBe(isOver ? 'possible' : 'later');
          if (judged.state === 'later') {
            expect(Date.parse(judged.possibleAt) - boundAt.getTime()).toBe(cooldownMs);
          }
          if (judged.state === 'possible') {
            expect(Date.parse(judged.nextPossibleAt) - time).toBe(cooldownMs);
            boundAt = new Date(time);
          }
        }
      }),
    );
  });
});
