import { systemConfigFields } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeEffectiveConfig, computeSaved, flattenFacts } from './effective-config.ts';
import { buildInitialConfig } from './initial-config.ts';

const initial = buildInitialConfig();
const of = (range: { readonly min: number; readonly max: number }) => fc.integer(range);
const { accounts, playback } = systemConfigFields;
const configs = fc.record({
  accounts: fc.record({
    devicesPerLearner: of(accounts.devicesPerLearner),
    selfServiceDeviceReset: fc.boolean(),
    deviceResetCooldownDays: of(accounts.deviceResetCooldownDays),
    endCopiedDevices: fc.boolean(),
    requireSecondFactor: fc.boolean(),
    invitationDays: of(accounts.invitationDays),
  }),
  drm: fc.record({
    hdNeedsHardware: fc.boolean(),
    persistentLicences: fc.boolean(),
    clearKeyFallback: fc.boolean(),
  }),
  playback: fc
    .tuple(of(playback.sameActSeconds), of(playback.watermarkOpacityPercent), fc.boolean())
    .map(([sameActSeconds, watermarkOpacityPercent, testMode]) => ({
      ...initial.playback,
      sameActSeconds,
      watermarkOpacityPercent,
      testMode,
    })),
  security: fc.record({
    autoScan: fc.boolean(),
    autoScanDaily: fc.boolean(),
    remoteRunners: fc.boolean(),
  }),
});

describe('the effective configuration', () => {
  it('is the first values where nothing was saved', () => {
    expect(computeEffectiveConfig(initial, {})).toEqual(initial);
  });

  it('takes what was saved and leaves the rest as it comes from the environment', () => {
    const saved = { accounts: { deviceResetCooldownDays: 5 } };
    const more = buildInitialConfig(
      { accounts: { devicesPerLearner: 3 } },
      { accounts: { invitationDays: 9 } },
    );
    expect(computeEffectiveConfig(more, saved).accounts).toEqual({
      ...more.accounts,
      deviceResetCooldownDays: 5,
    });
  });

  it.each([
    ['a number out of bounds', { devicesPerLearner: 101 }],
    ['a broken number', { devicesPerLearner: 1.5 }],
    ['another type', { devicesPerLearner: '2' }],
    ['nothing', { devicesPerLearner: null }],
  ])('keeps the first value in place of %s, and what else was saved', (_, wrong) => {
    const saved = { accounts: { requireSecondFactor: true, ...wrong } };
    const expected = { ...initial.accounts, requireSecondFactor: true };
    expect(computeEffectiveConfig(initial, saved).accounts).toEqual(expected);
  });

  it('fits its schema for any saved values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (saved) => {
        expect(Object.keys(computeEffectiveConfig(initial, saved))).toEqual(Object.keys(initial));
      }),
    );
  });

  it('is what was edited last, after any row of edits', () => {
    fc.assert(
      fc.property(configs, fc.array(configs, { minLength: 1 }), (first, edits) => {
        let saved: unknown = {};
        for (const edited of edits) {
          saved = computeSaved(saved, computeEffectiveConfig(first, saved), edited);
          expect(computeEffectiveConfig(first, saved)).toEqual(edited);
        }
      }),
    );
  });
});

it('saves only what an edit changes', () => {
  const edited = { ...initial, accounts: { ...initial.accounts, requireSecondFactor: true } };
  expect(computeSaved({}, initial, edited)).toEqual({ accounts: { requireSecondFactor: true } });
});

it('names every fact by section and field', () => {
  expect(flattenFacts(initial)).toMatchObject({ 'accounts.devicesPerLearner': 1 });
});
