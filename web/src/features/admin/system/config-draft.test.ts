import { firstSystemConfig as config, systemConfigFields } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDraft, listChangedPaths, parseConfig, reapplyEdits } from './config-draft.ts';
import { ALL_FIELDS } from './config-fields.ts';

const { accounts, playback } = systemConfigFields;
const within = (range: { readonly min: number; readonly max: number }) => fc.integer(range);
const configs = fc.record({
  accounts: fc.record({
    devicesPerLearner: within(accounts.devicesPerLearner),
    selfServiceDeviceReset: fc.boolean(),
    deviceResetCooldownDays: within(accounts.deviceResetCooldownDays),
    endCopiedDevices: fc.boolean(),
    requireSecondFactor: fc.boolean(),
    invitationDays: within(accounts.invitationDays),
  }),
  drm: fc.record({
    hdNeedsHardware: fc.boolean(),
    persistentLicences: fc.boolean(),
    clearKeyFallback: fc.boolean(),
  }),
  playback: fc
    .tuple(within(playback.sameActSeconds), within(playback.blursTolerated), fc.boolean())
    .map(([sameActSeconds, blursTolerated, testMode]) => ({
      ...config.playback,
      sameActSeconds,
      blursTolerated,
      testMode,
    })),
  security: fc.record({
    autoScan: fc.boolean(),
    autoScanDaily: fc.boolean(),
    remoteRunners: fc.boolean(),
  }),
});

test('every field of the contract is on the page, once', () => {
  expect(ALL_FIELDS.map(({ path }) => path).sort()).toEqual(
    Object.keys(createDraft(config)).sort(),
  );
});

describe('a draft', () => {
  test('means the configuration that it was made of', () => {
    fc.assert(
      fc.property(configs, (any) => {
        expect(parseConfig(createDraft(any))).toEqual(any);
      }),
    );
  });

  test.each(['', ' ', '-1', '1.5', '101', '1e1', 'two', '१'])('does not fit with %o', (typed) => {
    const draft = { ...createDraft(config), 'accounts.devicesPerLearner': typed };
    expect(parseConfig(draft)).toBeNull();
  });

  test('may have spaces around a number, which change nothing', () => {
    const draft = { ...createDraft(config), 'accounts.devicesPerLearner': ' 1 ' };
    expect(parseConfig(draft)).toEqual(config);
    expect(listChangedPaths(createDraft(config), draft)).toEqual([]);
  });
});

test('applying again keeps the changes made here and those of others', () => {
  fc.assert(
    fc.property(configs, configs, configs, (before, mine, theirs) => {
      const drafts = [createDraft(before), createDraft(mine), createDraft(theirs)] as const;
      const merged = reapplyEdits(...drafts);
      const own = listChangedPaths(drafts[0], drafts[1]);
      for (const { path } of ALL_FIELDS) {
        expect(merged[path]).toBe((own.includes(path) ? drafts[1] : drafts[2])[path]);
      }
    }),
  );
});
