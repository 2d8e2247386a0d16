import { accountRules } from './built-in-accounts.rules.ts';
import { serviceRules } from './built-in-service.rules.ts';
import type { BuiltInRule } from './write-rule.rules.ts';

/**
 * The thresholds follow published rules of others, made mild where one network holds many learners:
 * a school whose classes begin at nine raises nothing serious.
 */
export const builtInRules: readonly BuiltInRule[] = [...accountRules, ...serviceRules];

const builtInNames = new Map(builtInRules.map(({ key, name }) => [key, name]));

/** What rules were called before; alerts that they raised then keep these titles. */
const formerNames: Readonly<Record<string, string>> = {
  sign_ins_failing: 'Far more sign-ins fail than usual',
  accounts_stuffed: 'One network tries many accounts',
  passwords_sprayed: 'One address tries passwords at several accounts',
  account_guessed_from_many: 'Many addresses guess the password of one account',
  passwords_sprayed_from_many: 'Many addresses try passwords at many accounts',
  attempts_used_up: 'Strangers used up the attempts at an account',
  accounts_locked: 'Strangers used up the attempts at many accounts',
  device_new: 'Sign-in by a new device',
  device_refused: 'Right password on a device of another',
  calls_limited: 'A user meets rate limits',
  address_limited: 'An address meets rate limits very often',
  calls_limited_everywhere: 'Many calls meet rate limits',
  refresh_reused: 'A copy of a session was used',
  session_key_changed: 'A session was used with a foreign key',
  changes_after_reset: 'Reset, new device, and a change of what protects the account',
  sessions_parallel: 'Several sign-ins from several addresses at once',
  calls_failing: 'Many calls fail',
  calls_failing_for_hours: 'Calls keep failing for hours',
  calls_slow: 'Calls are slow',
  calls_very_slow: 'Calls are very slow',
  playback_terminated: 'Repeated violations ended the access to a video',
  licences_refused: 'Licences asked for without a right to them',
  segments_forged: 'Forged addresses of segments',
  segments_after_end: 'An ended playback still asks for segments',
  proofs_forged: 'An address keeps sending forged or replayed proofs',
  calls_probed: 'An address looks for open doors',
  clock_jumped: 'The clock of the server jumped',
  segments_raced: 'Lessons fetched faster than anybody watches',
  videos_many: 'Very many videos opened',
  rows_exported: 'Very many rows exported',
  admin_calls_refused: 'A learner calls what is for administrators',
  ids_guessed: 'A user tries ids of what is not theirs',
  rights_granted: 'Rights of an administrator were extended',
  own_rights_changed: 'Somebody changed their own rights',
  roles_claimed: 'A caller claims a role',
};

/** Tells whether a built-in rule, or an alert of it, has a name that an administrator gave it. */
export function isRenamed(key: string, name: string): boolean {
  return builtInNames.get(key) !== name && formerNames[key] !== name;
}
