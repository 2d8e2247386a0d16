import type { Stream, SystemConfig } from '@prahari/contract';

export type PlaybackConfig = SystemConfig['playback'];

/** Presents the system configuration as players read it. */
export function presentPlayerPolicy(config: PlaybackConfig): Stream['policy'] {
  return {
    bufferingGoalSeconds: config.bufferingGoalSeconds,
    rebufferingGoalSeconds: config.rebufferingGoalSeconds,
    bufferBehindSeconds: config.bufferBehindSeconds,
    progressEverySeconds: config.progressEverySeconds,
    watermarkOpacity: config.watermarkOpacityPercent / 100,
    watermarkMoveEveryMs: ms(config.watermarkMoveSeconds),
    testMode: config.testMode,
    violations: {
      firstWarningMs: ms(config.firstWarningSeconds),
      secondWarningMs: ms(config.secondWarningSeconds),
      terminateAt: config.violationsToTerminate,
      sameActMs: ms(config.sameActSeconds),
    },
    blurs: { tolerated: config.blursTolerated, resetAfterMs: ms(config.blurResetSeconds) },
    devTools: {
      sizeDifferencePixels: config.devToolsSizePixels,
      detections: config.devToolsDetections,
      checkEveryMs: ms(config.devToolsCheckSeconds),
    },
    globalChecks: {
      everyMs: ms(config.globalCheckSeconds),
      slowEveryMs: ms(config.slowCheckSeconds),
    },
    device: {
      checkEveryMs: ms(config.deviceCheckSeconds),
      minimumScreenPixels: config.minimumScreenPixels,
    },
    incidents: {
      batchSize: config.incidentBatchSize,
      batchEveryMs: ms(config.incidentBatchSeconds),
    },
  };
}

function ms(seconds: number): number {
  return seconds * 1000;
}
