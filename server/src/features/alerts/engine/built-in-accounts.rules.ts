import { atLeast, type BuiltInRule, days, hours, minutes, rulesOf } from './write-rule.rules.ts';

const authentication = rulesOf('authentication_failure');
const bruteForce = rulesOf('brute_force');
const location = rulesOf('suspicious_location');
const device = rulesOf('unusual_device');
const limits = rulesOf('rate_limiting');
const takeover = rulesOf('account_takeover');

/** About sign-ins, devices and sessions. */
export const accountRules: readonly BuiltInRule[] = [
  authentication({
    key: 'sign_ins_failed',
    severity: 'low',
    name: 'Failed sign-ins',
    subject: 'user',
    when: [atLeast('failed_sign_ins', 5)],
    timeWindow: 10 * minutes,
  }),
  authentication({
    key: 'sign_ins_failed_often',
    severity: 'medium',
    name: 'Many failed sign-ins',
    subject: 'user',
    when: [atLeast('failed_sign_ins', 10)],
    timeWindow: 20 * minutes,
  }),
  authentication({
    key: 'sign_ins_failing',
    severity: 'medium',
    name: 'Unusually many failed sign-ins',
    subject: 'system',
    when: [
      atLeast('failed_sign_in_ratio', 0.4),
      atLeast('sign_in_attempts', 50),
      atLeast('failed_sign_in_rise', 3),
    ],
    timeWindow: 15 * minutes,
  }),
  authentication({
    key: 'proofs_refused',
    severity: 'medium',
    name: 'Forged or replayed proofs',
    subject: 'address',
    when: [atLeast('refused_proofs', 5)],
    timeWindow: 5 * minutes,
  }),

  bruteForce({
    key: 'account_guessed',
    severity: 'high',
    name: 'Password guessing at one account',
    subject: 'user',
    when: [atLeast('failed_sign_ins', 30)],
    timeWindow: 5 * minutes,
  }),
  bruteForce({
    key: 'accounts_stuffed',
    severity: 'high',
    name: 'One network trying many accounts',
    subject: 'network',
    when: [
      atLeast('failed_sign_ins', 25),
      atLeast('accounts_tried', 15),
      atLeast('failed_sign_in_ratio', 0.7),
    ],
    timeWindow: 15 * minutes,
    actions: ['notify', 'tighten_rate_limits'],
  }),
  bruteForce({
    key: 'passwords_sprayed',
    severity: 'high',
    name: 'One address trying several accounts',
    subject: 'address',
    when: [
      atLeast('failed_sign_ins', 15),
      atLeast('accounts_tried', 5),
      atLeast('failed_sign_in_ratio', 0.9),
    ],
    timeWindow: 1 * hours,
    actions: ['notify', 'tighten_rate_limits'],
  }),
  bruteForce({
    key: 'account_guessed_from_many',
    severity: 'high',
    name: 'Many addresses guessing one password',
    subject: 'user',
    when: [atLeast('failed_sign_ins', 10), atLeast('failed_sign_in_addresses', 5)],
    timeWindow: 30 * minutes,
  }),
  // Where most who sign in fail; a morning on which many mistype is none.
  bruteForce({
    key: 'passwords_sprayed_from_many',
    severity: 'high',
    name: 'Many addresses trying many accounts',
    subject: 'system',
    when: [
      atLeast('failed_sign_ins', 25),
      atLeast('accounts_tried', 8),
      atLeast('failed_sign_in_addresses', 5),
      atLeast('failed_sign_in_ratio', 0.7),
    ],
    timeWindow: 15 * minutes,
  }),
  bruteForce({
    key: 'attempts_used_up',
    severity: 'medium',
    name: 'Sign-in attempts used up by others',
    subject: 'user',
    when: [atLeast('guessed_accounts', 1)],
    timeWindow: 30 * minutes,
  }),
  bruteForce({
    key: 'accounts_locked',
    severity: 'critical',
    name: 'Sign-in attempts used up at many accounts',
    subject: 'system',
    when: [atLeast('guessed_accounts', 25)],
    timeWindow: 30 * minutes,
  }),

  location({
    key: 'country_new',
    severity: 'medium',
    name: 'Sign-in from a new country',
    subject: 'user',
    when: [atLeast('new_countries', 1)],
    timeWindow: 1 * hours,
  }),
  location({
    key: 'travel_impossible',
    severity: 'high',
    name: 'Impossible travel between two sign-ins',
    subject: 'user',
    when: [atLeast('travel_speed', 800), atLeast('travel_distance', 500)],
    timeWindow: 1 * days,
  }),
  // Silent without the operator's list of networks (ANONYMISERS_FILE).
  location({
    key: 'network_anonymous',
    severity: 'medium',
    name: 'Sign-in through an anonymising network',
    subject: 'user',
    when: [atLeast('anonymous_sign_ins', 1)],
    timeWindow: 1 * hours,
  }),
  location({
    key: 'countries_at_once',
    severity: 'high',
    name: 'One session in several countries',
    subject: 'session',
    when: [atLeast('countries', 2)],
    timeWindow: 30 * minutes,
  }),

  device({
    key: 'device_new',
    severity: 'low',
    name: 'Sign-in from a new device',
    subject: 'user',
    when: [atLeast('new_devices', 1)],
    timeWindow: 1 * hours,
  }),
  device({
    key: 'device_refused',
    severity: 'medium',
    name: 'Right password on someone else’s device',
    subject: 'user',
    when: [atLeast('refused_devices', 3)],
    timeWindow: 1 * hours,
  }),
  device({
    key: 'devices_many',
    severity: 'high',
    name: 'One account on many devices',
    subject: 'user',
    when: [atLeast('devices', 4)],
    timeWindow: 1 * days,
  }),
  device({
    key: 'device_shared',
    severity: 'medium',
    name: 'One device for many accounts',
    subject: 'device',
    when: [atLeast('device_accounts', 4)],
    timeWindow: 1 * days,
  }),
  // Medium: a curious owner can make a browser say anything.
  device({
    key: 'device_systems',
    severity: 'medium',
    name: 'One device with several operating systems',
    subject: 'device',
    when: [atLeast('device_systems', 2)],
    timeWindow: 1 * hours,
  }),

  limits({
    key: 'calls_limited',
    severity: 'low',
    name: 'User hitting rate limits',
    subject: 'user',
    when: [atLeast('limited_calls', 20)],
    timeWindow: 5 * minutes,
  }),
  limits({
    key: 'address_limited',
    severity: 'medium',
    name: 'Address hitting rate limits very often',
    subject: 'address',
    when: [atLeast('limited_calls', 200)],
    timeWindow: 15 * minutes,
  }),
  limits({
    key: 'calls_limited_everywhere',
    severity: 'medium',
    name: 'Many requests hitting rate limits',
    subject: 'system',
    when: [atLeast('limited_call_ratio', 0.05), atLeast('calls', 1000)],
    timeWindow: 15 * minutes,
  }),

  takeover({
    key: 'sign_in_after_guessing',
    severity: 'critical',
    name: 'Sign-in after password guessing by others',
    subject: 'user',
    when: [
      atLeast('sign_ins', 1),
      atLeast('failed_sign_ins', 10),
      atLeast('failed_sign_in_devices', 3),
      // Else guessing would sign out the owner, who comes with a device in use.
      atLeast('new_devices', 1),
    ],
    timeWindow: 3 * hours,
    actions: ['notify', 'revoke_sessions'],
  }),
  takeover({
    key: 'refresh_reused',
    severity: 'critical',
    name: 'Copied session used',
    subject: 'user',
    when: [atLeast('reused_refreshes', 1)],
    timeWindow: 1 * hours,
  }),
  // It only notifies: the call is refused, and a stolen token must not be able to end its owner’s session.
  takeover({
    key: 'session_key_changed',
    severity: 'high',
    name: 'Session used with a foreign key',
    subject: 'session',
    when: [atLeast('key_mismatches', 1)],
    timeWindow: 30 * minutes,
  }),
  takeover({
    key: 'device_copied',
    severity: 'critical',
    name: 'Two browsers with the same device key',
    subject: 'user',
    when: [atLeast('copied_devices', 1)],
    timeWindow: 1 * hours,
  }),
  takeover({
    key: 'changes_after_reset',
    severity: 'high',
    name: 'Reset, new device and security change',
    subject: 'user',
    when: [atLeast('changes_after_reset', 1)],
    timeWindow: 1 * days,
  }),
  takeover({
    key: 'sessions_parallel',
    severity: 'medium',
    name: 'Simultaneous sign-ins from several addresses',
    subject: 'user',
    when: [atLeast('sessions', 3), atLeast('networks', 3)],
    timeWindow: 30 * minutes,
  }),
];
