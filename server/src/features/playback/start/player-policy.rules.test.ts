import { expect, it } from 'vitest';
import { readSettings } from '../../../platform/config/setting.ts';
import { buildInitialConfig } from '../../../platform/system-config/initial-config.ts';
import { buildInitialPlaybackConfig, playbackSettings } from '../playback.config.ts';
import { presentPlayerPolicy } from './player-policy.rules.ts';

const policyWith = (environment: Record<string, string>) => {
  const settings = readSettings(playbackSettings, environment);
  return presentPlayerPolicy(buildInitialConfig(buildInitialPlaybackConfig(settings)).playback);
};

it("gives players the specification's numbers unless configured otherwise", () => {
  expect(policyWith({})).toEqual({
    bufferingGoalSeconds: 60,
    rebufferingGoalSeconds: 10,
    bufferBehindSeconds: 30,
    progressEverySeconds: 30,
    watermarkOpacity: 0.34,
    watermarkMoveEveryMs: 20_000,
    testMode: false,
    violations: {
      firstWarningMs: 10_000,
      secondWarningMs: 15_000,
      terminateAt: 3,
      sameActMs: 2000,
    },
    blurs: { tolerated: 5, resetAfterMs: 30_000 },
    devTools: { sizeDifferencePixels: 160, detections: 5, checkEveryMs: 1000 },
    globalChecks: { everyMs: 5000, slowEveryMs: 30_000 },
    device: { checkEveryMs: 3000, minimumScreenPixels: 1366 },
    incidents: { batchSize: 10, batchEveryMs: 5000 },
  });
});

it('takes first values from the environment', () => {
  const changed = { WATERMARK_OPACITY_PERCENT: '45', WATERMARK_MOVE_SECONDS: '7' };
  expect(policyWith(changed)).toMatchObject({
    watermarkOpacity: 0.45,
    watermarkMoveEveryMs: 7000,
  });
});
