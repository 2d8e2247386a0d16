import type { SystemConfig } from '@prahari/contract';

/** Settings of the environment that are first values of the configuration. */
export interface InitialSettings {
  readonly devicesPerLearner: number;
  readonly activationDays: number;
}

/** What holds until a super administrator saves something else. */
export function initialConfig(settings: InitialSettings): SystemConfig {
  return {
    accounts: {
      devicesPerLearner: settings.devicesPerLearner,
      selfServiceDeviceReset: false,
      deviceResetCooldownDays: 30,
      requireSecondFactor: false,
      invitationDays: settings.activationDays,
    },
    drm: { hdNeedsHardware: false, persistentLicences: false },
  };
}
