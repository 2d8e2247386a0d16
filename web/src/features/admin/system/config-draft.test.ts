import { type SystemConfig, systemConfigBounds } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedPaths, configOf, draftOf, reapplied } from './config-draft.ts';
import { ALL_FIELDS } from './config-fields.ts';

const config: SystemConfig = {
  accounts: {
    devicesPerLearner: 1,
    selfServiceDeviceReset: false,
    deviceResetCooldownDays: 30,
    endCopiedDevices: true,
    requireSecondFactor: false,
    invitationDays: 7,
  },
  drm: { hdNeedsHardware: false, persistentLicences: false, clearKeyFallback: false },
  playback: {
    bufferingGoalSeconds: systemConfigBounds.playback.bufferingGoalSeconds.first,
    rebufferingGoalSeconds: systemConfigBounds.playback.rebufferingGoalSeconds.first,
    bufferBehindSeconds: systemConfigBounds.playback.bufferBehindSeconds.first,
    progressEverySeconds: systemConfigBounds.playback.progressEverySeconds.first,
    watermarkOpacityPercent: systemConfigBounds.playback.watermarkOpacityPercent.first,
    watermarkMoveSeconds: systemConfigBounds.playback.watermarkMoveSeconds.first,
    streamsPerLearner: systemConfigBounds.playback.streamsPerLearner.first,
    firstWarningSeconds: systemConfigBounds.playback.firstWarningSeconds.first,
    secondWarningSeconds: systemConfigBounds.playback.secondWarningSeconds.first,
    violationsToTerminate: systemConfigBounds.playback.violationsToTerminate.first,
    violationMemoryHours: systemConfigBounds.playback.violationMemoryHours.first,
    sameActSeconds: systemConfigBounds.playback.sameActSeconds.first,
    blursTolerated: systemConfigBounds.playback.blursTolerated.first,
    blurResetSeconds: systemConfigBounds.playback.blurResetSeconds.first,
    devToolsSizePixels: systemConfigBounds.playback.devToolsSizePixels.first,
    devToolsDetections: systemConfigBounds.playback.devToolsDetections.first,
    devToolsCheckSeconds: systemConfigBounds.playback.devToolsCheckSeconds.first,
    globalCheckSeconds: systemConfigBounds.playback.globalCheckSeconds.first,
    slowCheckSeconds: systemConfigBounds.playback.slowCheckSeconds.first,
    deviceCheckSeconds: systemConfigBounds.playback.deviceCheckSeconds.first,
    minimumScreenPixels: systemConfigBounds.playback.minimumScreenPixels.first,
    incidentBatchSize: systemConfigBounds.playback.incidentBatchSize.first,
    incidentBatchSeconds: systemConfigBounds.playback.incidentBatchSeconds.first,
    passwordOnNewNetwork: true,
    paceDownloads: true,
    endDownloads: false,
    testMode: false,
  },
};
const { accounts, playback } = systemConfigBounds;
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
});

test('every field of the contract is on the page, once', () => {
  expect(ALL_FIELDS.map(({ path }) => path).sort()).toEqual(Object.keys(draftOf(config)).sort());
});

describe('a draft', () => {
  test('means the configuration that it was made of', () => {
    fc.assert(
      fc.property(configs, (any) => {
        expect(configOf(draftOf(any))).toEqual(any);
      }),
    );
  });

  test.each(['', ' ', '-1', '1.5', '101', '1e1', 'two', '१'])('does not fit with %o', (typed) => {
    const draft = { ...draftOf(config), 'accounts.devicesPerLearner': typed };
    expect(configOf(draft)).toBeNull();
  });

  test('may have spaces around a number, which change nothing', () => {
    const draft = { ...draftOf(config), 'accounts.devicesPerLearner': ' 1 ' };
    expect(configOf(draft)).toEqual(config);
    expect(changedPaths(draftOf(config), draft)).toEqual([]);
  });
});

test('what is applied again keeps both what was changed here and what others changed elsewhere', () => {
  fc.assert(
    fc.property(configs, configs, configs, (before, mine, theirs) => {
      const drafts = [draftOf(before), draftOf(mine), draftOf(theirs)] as const;
      const merged = reapplied(...drafts);
      const own = changedPaths(drafts[0], drafts[1]);
      for (const { path } of ALL_FIELDS) {
        expect(merged[path]).toBe((own.includes(path) ? drafts[1] : drafts[2])[path]);
      }
    }),
  );
});
