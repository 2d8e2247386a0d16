import type { AlertSubjectKind } from './alerts.ts';

/**
 * How events become a number. `event`: what this one event says, else what the events of the time
 * window add up to; a `ratio` weighs one sum by another.
 */
export type AlertMetricKind = 'event' | 'count' | 'distinct' | 'sum' | 'max' | 'ratio';

export type AlertMetricUnit =
  | 'times'
  | 'accounts'
  | 'devices'
  | 'systems'
  | 'addresses'
  | 'networks'
  | 'countries'
  | 'sessions'
  | 'videos'
  | 'rows'
  | 'ms'
  | 'km/h'
  | 'km'
  | 'x'
  | 'share';

export interface AlertMetric {
  readonly kind: AlertMetricKind;
  readonly unit: AlertMetricUnit;
  /** The kinds of subjects for which a rule may measure it. */
  readonly subjects: readonly AlertSubjectKind[];
  /** Measured in the last tenth of the time window: whether something still goes on. */
  readonly isOfEnd?: boolean;
}

const caller = ['user', 'device', 'address', 'network', 'system'] as const;
const source = ['device', 'address', 'network', 'system'] as const;
const account = ['user', 'system'] as const;
const viewer = ['user', 'session', 'device', 'address', 'network', 'video', 'system'] as const;

function define<const Subjects extends readonly AlertSubjectKind[]>(
  kind: AlertMetricKind,
  unit: AlertMetricUnit,
  subjects: Subjects,
): AlertMetric {
  return { kind, unit, subjects };
}

const atTheEnd = (metric: AlertMetric): AlertMetric => ({ ...metric, isOfEnd: true });

/** Everything that a rule of alerts can measure. */
export const alertMetrics = {
  /** Wrong numbers, passwords and second factors. */
  failed_sign_ins: define('count', 'times', caller),
  sign_ins: define('count', 'times', caller),
  /** Both, failed and not. */
  sign_in_attempts: define('count', 'times', caller),
  failed_sign_in_ratio: define('ratio', 'share', [...source, 'user']),
  /** The same share, compared with what is usual at this hour of the last seven days. */
  failed_sign_in_rise: define('ratio', 'x', ['system']),
  /** Accounts at which sign-ins failed; each try of a number without an account is one of its own. */
  accounts_tried: define('distinct', 'accounts', source),
  /** Where failed sign-ins of an account came from. */
  failed_sign_in_addresses: define('distinct', 'addresses', account),
  failed_sign_in_devices: define('distinct', 'devices', account),
  /** Accounts whose attempts others used up. */
  guessed_accounts: define('distinct', 'accounts', account),
  /** Forged and replayed proofs and tokens; never expired ones. */
  refused_proofs: define('count', 'times', caller),
  /** A sign-in from a country that the user, known for some time, never came from. */
  new_countries: define('event', 'times', account),
  /** How fast the user would have had to travel since the last sign-in. */
  travel_speed: define('event', 'km/h', account),
  travel_distance: define('event', 'km', account),
  /** From a network that hides who uses it, by the operator's list. */
  anonymous_sign_ins: define('event', 'times', account),
  countries: define('distinct', 'countries', ['user', 'session', 'device']),
  /** A sign-in by a device that the user, known for some time, never used. */
  new_devices: define('event', 'times', account),
  /** The right password on a device that is not the account's. */
  refused_devices: define('count', 'times', caller),
  /** Devices that signed in, or tried to with the right password. */
  devices: define('distinct', 'devices', ['user', 'address', 'network']),
  device_accounts: define('distinct', 'accounts', ['device']),
  /** Operating systems that one device said it has; those that browsers take for one another are one. */
  device_systems: define('distinct', 'systems', ['device', 'session']),
  limited_calls: define('count', 'times', caller),
  limited_call_ratio: define('ratio', 'share', ['system']),
  /** A renewal of a session was used again: a copy of it exists. */
  reused_refreshes: define('count', 'times', ['user', 'session', 'device', 'address', 'system']),
  /** A session was used with the key of another device. */
  key_mismatches: define('count', 'times', ['user', 'session', 'device', 'address', 'system']),
  copied_devices: define('count', 'times', ['user', 'device', 'address', 'system']),
  /** What protects an account was changed from a new device soon after a reset. */
  changes_after_reset: define('event', 'times', account),
  sessions: define('distinct', 'sessions', ['user', 'device', 'address', 'network']),
  networks: define('distinct', 'networks', ['user', 'device']),
  calls: define('sum', 'times', ['system']),
  failed_call_ratio: define('ratio', 'share', ['system']),
  failed_call_ratio_lately: atTheEnd(define('ratio', 'share', ['system'])),
  /** The mean of what processes measure, by calls and by time. */
  call_p95: define('ratio', 'ms', ['system']),
  loop_delay: define('ratio', 'ms', ['system']),
  slowest_call_p95: define('max', 'ms', ['system']),
  /** A suspended machine makes one, too. */
  clock_jumps: define('count', 'times', ['system']),
  playbacks: define('count', 'times', ['user', 'video', 'address', 'network', 'system']),
  failed_playback_ratio: define('ratio', 'share', ['user', 'video', 'network', 'system']),
  /** Playback that repeated violations ended. */
  ended_playbacks: define('count', 'times', ['user', 'session', 'video', 'address', 'system']),
  /** What browsers report that no honest one does, where the detector is sure. */
  violations: define('count', 'times', ['user', 'session', 'video', 'address', 'system']),
  violated_videos: define('distinct', 'videos', ['user', 'address']),
  incidents: define('count', 'times', ['user', 'session', 'video', 'address', 'system']),
  refused_licences: define('count', 'times', viewer),
  /** Segments asked for with signatures that the server never made. */
  forged_segments: define('count', 'times', viewer),
  /** Segments asked for after the playback had ended. */
  ended_segments: define('count', 'times', viewer),
  /** Scripts that browsers refused to run in our pages, as they report. */
  blocked_scripts: define('count', 'times', ['address', 'network', 'system']),
  blocked_script_clients: define('distinct', 'addresses', ['system']),
  refused_calls: define('count', 'times', caller),
  refused_admin_calls: define('count', 'times', caller),
  /** Different ids of what doesn't exist, or not for who asked for it. */
  unknown_objects: define('distinct', 'times', caller),
  /** Lessons fetched faster than a player needs them. */
  fast_fetches: define('count', 'times', viewer),
  fetch_pace: define('max', 'x', viewer),
  /** Lessons fetched while their pages reported nothing. */
  silent_playbacks: define('count', 'times', viewer),
  /** Segments asked for without what players and browsers send. */
  bare_fetches: define('sum', 'times', viewer),
  /** Codes on recordings that led to a playback. */
  traced_recordings: define('count', 'times', ['user', 'video', 'system']),
  videos: define('distinct', 'videos', ['user', 'session', 'device', 'address']),
  exports: define('count', 'times', ['user', 'address', 'system']),
  exported_rows: define('sum', 'rows', ['user', 'address', 'system']),
  granted_rights: define('count', 'times', ['user', 'system']),
  own_rights_changes: define('count', 'times', ['user', 'system']),
  /** Rules that an administrator switched off, deleted or made notice less. */
  weakened_rules: define('count', 'times', ['user', 'system']),
  claimed_roles: define('count', 'times', caller),
  /** Subjects of rules that had to be forgotten while they still counted: there were too many. */
  forgotten_subjects: define('sum', 'times', ['system']),
} as const satisfies Readonly<Record<string, AlertMetric>>;

export type AlertMetricName = keyof typeof alertMetrics;
