import { firstSystemConfig, type SystemConfig } from '@prahari/contract';

/** What one feature takes from the environment. */
export type InitialValues = {
  readonly [Section in keyof SystemConfig]?: Partial<SystemConfig[Section]>;
};

/** Returns what holds until a super administrator saves something else. */
export function initialConfig(...parts: readonly InitialValues[]): SystemConfig {
  let { accounts, drm, playback } = firstSystemConfig;
  for (const part of parts) {
    accounts = { ...accounts, ...part.accounts };
    drm = { ...drm, ...part.drm };
    playback = { ...playback, ...part.playback };
  }
  return { accounts, drm, playback };
}
