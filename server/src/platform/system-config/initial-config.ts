import { type SystemConfig, systemConfigBounds } from '@prahari/contract';

/** Settings of the environment that are first values of the configuration. */
export interface InitialSettings {
  readonly devicesPerLearner: number;
  readonly activationDays: number;
  readonly bufferingGoalSeconds: number;
  readonly rebufferingGoalSeconds: number;
  readonly bufferBehindSeconds: number;
  readonly progressEverySeconds: number;
  readonly watermarkOpacityPercent: number;
  readonly watermarkMoveSeconds: number;
}

const { playback } = systemConfigBounds;

/** Returns what holds until a super administrator saves something else. */
export function initialConfig(settings: InitialSettings): SystemConfig {
  return {
    accounts: {
      devicesPerLearner: settings.devicesPerLearner,
      selfServiceDeviceReset: false,
      deviceResetCooldownDays: 30,
      endCopiedDevices: true,
      requireSecondFactor: false,
      invitationDays: settings.activationDays,
    },
    drm: { hdNeedsHardware: false, persistentLicences: false, clearKeyFallback: false },
    playback: {
      bufferingGoalSeconds: settings.bufferingGoalSeconds,
      rebufferingGoalSeconds: settings.rebufferingGoalSeconds,
      bufferBehindSeconds: settings.bufferBehindSeconds,
      progressEverySeconds: settings.progressEverySeconds,
      watermarkOpacityPercent: settings.watermarkOpacityPercent,
      watermarkMoveSeconds: settings.watermarkMoveSeconds,
      streamsPerLearner: playback.streamsPerLearner.first,
      firstWarningSeconds: playback.firstWarningSeconds.first,
      secondWarningSeconds: playback.secondWarningSeconds.first,
      violationsToTerminate: playback.violationsToTerminate.first,
      violationMemoryHours: playback.violationMemoryHours.first,
      sameActSeconds: playback.sameActSeconds.first,
      blursTolerated: playback.blursTolerated.first,
      blurResetSeconds: playback.blurResetSeconds.first,
      devToolsSizePixels: playback.devToolsSizePixels.first,
      devToolsDetections: playback.devToolsDetections.first,
      devToolsCheckSeconds: playback.devToolsCheckSeconds.first,
      globalCheckSeconds: playback.globalCheckSeconds.first,
      slowCheckSeconds: playback.slowCheckSeconds.first,
      deviceCheckSeconds: playback.deviceCheckSeconds.first,
      minimumScreenPixels: playback.minimumScreenPixels.first,
      incidentBatchSize: playback.incidentBatchSize.first,
      incidentBatchSeconds: playback.incidentBatchSeconds.first,
      passwordOnNewNetwork: true,
      paceDownloads: true,
      endDownloads: false,
      testMode: false,
    },
  };
}
