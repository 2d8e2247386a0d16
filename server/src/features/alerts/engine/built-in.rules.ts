import { accountRules } from './built-in-accounts.rules.ts';
import { serviceRules } from './built-in-service.rules.ts';
import type { BuiltInRule } from './write-rule.rules.ts';

/**
 * The thresholds follow published rules of others, made mild where one network holds many learners:
 * a school whose classes begin at nine raises nothing serious.
 */
export const builtInRules: readonly BuiltInRule[] = [...accountRules, ...serviceRules];
