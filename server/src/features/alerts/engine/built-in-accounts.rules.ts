import { atLeast, type BuiltInRule, days, hours, minutes, rulesOf } from './write-rule.rules.ts';

const authentication = rulesOf('authentication_failure');
const bruteForce = rulesOf('brute_force');
const location = rulesOf('suspicious_location');
const device = rulesOf('unusual_device');
const limits = rulesOf('rate_limiting');
const takeover = rulesOf('account_takeover');

/** About sign-ins, devices and sessions. */
export const accountRules: readonly BuiltInRule[] = [
  authentication(
    'sign_ins_failed',
    'low',
    'Failed sign-ins',
    ['user', atLeast('failed_sign_ins', 5)],
    10 * minutes,
  ),
  authentication(
    'sign_ins_failed_often',
    'medium',
    'Many failed sign-ins',
    ['user', atLeast('failed_sign_ins', 10)],
    20 * minutes,
  ),
  authentication(
    'sign_ins_failing',
    'medium',
    'Unusually many failed sign-ins',
    [
      'system',
      atLeast('failed_sign_in_ratio', 0.4),
      atLeast('sign_in_attempts', 50),
      atLeast('failed_sign_in_rise', 3),
    ],
    15 * minutes,
  ),
  authentication(
    'proofs_refused',
    'medium',
    'Forged or replayed proofs',
    ['address', atLeast('refused_proofs', 5)],
    5 * minutes,
  ),

  bruteForce(
    'account_guessed',
    'high',
    'Password guessing at one account',
    ['user', atLeast('failed_sign_ins', 30)],
    5 * minutes,
  ),
  bruteForce(
    'accounts_stuffed',
    'high',
    'One network trying many accounts',
    [
      'network',
      atLeast('failed_sign_ins', 25),
      atLeast('accounts_tried', 15),
      atLeast('failed_sign_in_ratio', 0.7),
    ],
    15 * minutes,
    ['notify', 'tighten_rate_limits'],
  ),
  bruteForce(
    'passwords_sprayed',
    'high',
    'One address trying several accounts',
    [
      'address',
      atLeast('failed_sign_ins', 15),
      atLeast('accounts_tried', 5),
      atLeast('failed_sign_in_ratio', 0.9),
    ],
    1 * hours,
    ['notify', 'tighten_rate_limits'],
  ),
  bruteForce(
    'account_guessed_from_many',
    'high',
    'Many addresses guessing one password',
    ['user', atLeast('failed_sign_ins', 10), atLeast('failed_sign_in_addresses', 5)],
    30 * minutes,
  ),
  // Where most who sign in fail; a morning on which many mistype is none.
  bruteForce(
    'passwords_sprayed_from_many',
    'high',
    'Many addresses trying many accounts',
    [
      'system',
      atLeast('failed_sign_ins', 25),
      atLeast('accounts_tried', 8),
      atLeast('failed_sign_in_addresses', 5),
      atLeast('failed_sign_in_ratio', 0.7),
    ],
    15 * minutes,
  ),
  bruteForce(
    'attempts_used_up',
    'medium',
    'Sign-in attempts used up by others',
    ['user', atLeast('guessed_accounts', 1)],
    30 * minutes,
  ),
  bruteForce(
    'accounts_locked',
    'critical',
    'Sign-in attempts used up at many accounts',
    ['system', atLeast('guessed_accounts', 25)],
    30 * minutes,
  ),

  location(
    'country_new',
    'medium',
    'Sign-in from a new country',
    ['user', atLeast('new_countries', 1)],
    1 * hours,
  ),
  location(
    'travel_impossible',
    'high',
    'Impossible travel between two sign-ins',
    ['user', atLeast('travel_speed', 800), atLeast('travel_distance', 500)],
    1 * days,
  ),
  // Silent without the operator's list of networks (ANONYMISERS_FILE).
  location(
    'network_anonymous',
    'medium',
    'Sign-in through an anonymising network',
    ['user', atLeast('anonymous_sign_ins', 1)],
    1 * hours,
  ),
  location(
    'countries_at_once',
    'high',
    'One session in several countries',
    ['session', atLeast('countries', 2)],
    30 * minutes,
  ),

  device(
    'device_new',
    'low',
    'Sign-in from a new device',
    ['user', atLeast('new_devices', 1)],
    1 * hours,
  ),
  device(
    'device_refused',
    'medium',
    'Right password on someone else’s device',
    ['user', atLeast('refused_devices', 3)],
    1 * hours,
  ),
  device(
    'devices_many',
    'high',
    'One account on many devices',
    ['user', atLeast('devices', 4)],
    1 * days,
  ),
  device(
    'device_shared',
    'medium',
    'One device for many accounts',
    ['device', atLeast('device_accounts', 4)],
    1 * days,
  ),
  // Medium: a curious owner can make a browser say anything.
  device(
    'device_systems',
    'medium',
    'One device with several operating systems',
    ['device', atLeast('device_systems', 2)],
    1 * hours,
  ),

  limits(
    'calls_limited',
    'low',
    'User hitting rate limits',
    ['user', atLeast('limited_calls', 20)],
    5 * minutes,
  ),
  limits(
    'address_limited',
    'medium',
    'Address hitting rate limits very often',
    ['address', atLeast('limited_calls', 200)],
    15 * minutes,
  ),
  limits(
    'calls_limited_everywhere',
    'medium',
    'Many requests hitting rate limits',
    ['system', atLeast('limited_call_ratio', 0.05), atLeast('calls', 1000)],
    15 * minutes,
  ),

  takeover(
    'sign_in_after_guessing',
    'critical',
    'Sign-in after password guessing by others',
    [
      'user',
      atLeast('sign_ins', 1),
      atLeast('failed_sign_ins', 10),
      atLeast('failed_sign_in_devices', 3),
      // Else guessing would sign out the owner, who comes with a device in use.
      atLeast('new_devices', 1),
    ],
    3 * hours,
    ['notify', 'revoke_sessions'],
  ),
  takeover(
    'refresh_reused',
    'critical',
    'Copied session used',
    ['user', atLeast('reused_refreshes', 1)],
    1 * hours,
  ),
  // It only notifies: the call is refused, and a stolen token must not be able to end its owner’s session.
  takeover(
    'session_key_changed',
    'high',
    'Session used with a foreign key',
    ['session', atLeast('key_mismatches', 1)],
    30 * minutes,
  ),
  takeover(
    'device_copied',
    'critical',
    'Two browsers with the same device key',
    ['user', atLeast('copied_devices', 1)],
    1 * hours,
  ),
  takeover(
    'changes_after_reset',
    'high',
    'Reset, new device and security change',
    ['user', atLeast('changes_after_reset', 1)],
    1 * days,
  ),
  takeover(
    'sessions_parallel',
    'medium',
    'Simultaneous sign-ins from several addresses',
    ['user', atLeast('sessions', 3), atLeast('networks', 3)],
    30 * minutes,
  ),
];
