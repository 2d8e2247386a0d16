import { accountRules } from './built-in-accounts.rules.ts';
import { serviceRules } from './built-in-service.rules.ts';
import type { BuiltInRule } from './write-rule.rules.ts';

/**
 * The thresholds follow published rules of others, made mild where one network holds many learners:
 * a school whose classes begin at nine raises nothing serious.
 */
export const builtInRules: readonly BuiltInRule[] = [...accountRules, ...serviceRules];

const builtInNames = new Map(builtInRules.map(({ key, name }) => [key, name]));

/** Tells whether a built-in rule, or an alert of it, has a name that an administrator gave it. */
export function isRenamed(key: string, name: string): boolean {
  return builtInNames.get(key) !== name;
}
