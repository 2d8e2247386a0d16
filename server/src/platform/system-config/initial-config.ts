import { firstSystemConfig, type SystemConfig } from '@prahari/contract';
import { computeEffectiveConfig } from './effective-config.ts';

/** The values that one feature takes from the environment. */
export type InitialValues = {
  readonly [Section in keyof SystemConfig]?: Partial<SystemConfig[Section]>;
};

/** Returns what holds until a super administrator saves something else. */
export function buildInitialConfig(...parts: readonly InitialValues[]): SystemConfig {
  return parts.reduce<SystemConfig>(computeEffectiveConfig, firstSystemConfig);
}
