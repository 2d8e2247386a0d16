import { type AlertMetricName, type AlertMetricUnit, alertMetrics } from '@prahari/contract';

/** What was measured, with `#` in the place of how much: `10 times`, `3 accounts`, `40 %`. */
const sentences: Readonly<Record<AlertMetricName, string>> = {
  failed_sign_ins: 'Sign-ins failed #',
  sign_ins: 'Somebody signed in #',
  sign_in_attempts: 'Somebody signed in, or tried to, #',
  failed_sign_in_ratio: '# of the sign-ins failed',
  failed_sign_in_rise: 'Sign-ins failed # as often as usual at this hour',
  accounts_tried: 'Sign-ins failed at #',
  failed_sign_in_addresses: 'Failed sign-ins came from #',
  failed_sign_in_devices: 'Failed sign-ins came from #',
  guessed_accounts: 'Others used up the attempts of #',
  refused_proofs: 'A forged or replayed proof was refused #',
  new_countries: 'Somebody signed in from a country that is new for the account',
  travel_speed: 'Between two sign-ins, the user would have had to travel at #',
  travel_distance: 'Two sign-ins were # apart',
  anonymous_sign_ins: 'Somebody signed in through a network that hides its users',
  countries: 'One account or device was used in #',
  new_devices: 'Somebody signed in with a device that is new for the account',
  refused_devices: 'The right password was used on a foreign device #',
  devices: 'Sign-ins came from #',
  device_accounts: 'One device was used for #',
  device_systems: 'One device claimed to have #',
  limited_calls: 'A rate limit refused requests #',
  limited_call_ratio: 'Rate limits refused # of the requests',
  reused_refreshes: 'A copy of a session was used #',
  key_mismatches: 'A session was used with the key of another device #',
  copied_devices: 'A copied device key was used #',
  changes_after_reset: 'The protection of the account was changed soon after a reset',
  sessions: 'There were sign-ins to #',
  networks: 'Sign-ins came from #',
  calls: 'The server was called #',
  failed_call_ratio: '# of the requests failed',
  failed_call_ratio_lately: '# of the requests failed',
  call_p95: '95 % of the requests took # or less',
  loop_delay: 'Processes of the server were held up by #',
  slowest_call_p95: '95 % of the slowest requests took # or less',
  clock_jumps: 'The clock of the server jumped #',
  playbacks: 'Lessons were opened #',
  failed_playback_ratio: '# of the playbacks failed',
  ended_playbacks: 'Repeated violations ended a playback #',
  violations: 'A certain violation was reported #',
  violated_videos: 'Protection was violated in #',
  incidents: 'An incident was reported #',
  refused_licences: 'A licence was refused #',
  forged_segments: 'Parts of videos were requested with forged addresses #',
  ended_segments: 'Parts of videos were requested after the end of a playback #',
  blocked_scripts: 'Browsers refused to run a script in a page #',
  blocked_script_clients: 'Reports of refused scripts came from #',
  refused_calls: 'A request without the permission was refused #',
  refused_admin_calls: 'A request to the administration was refused #',
  unknown_objects: 'Different unknown ids were tried #',
  fast_fetches: 'A lesson was fetched faster than it plays #',
  fetch_pace: 'A lesson was fetched at # the pace of its playback',
  silent_playbacks: 'A lesson was fetched while its page reported nothing #',
  bare_fetches: 'Parts of videos were requested by something other than a player #',
  traced_recordings: 'A code on a recording led to a playback #',
  videos: 'Lessons were opened of #',
  exports: 'Lists were exported #',
  exported_rows: 'Exports held #',
  granted_rights: 'Rights were granted #',
  own_rights_changes: 'An administrator changed rights of their own #',
  weakened_rules: 'An administrator weakened alert rules #',
  claimed_roles: 'A role was claimed without right #',
  forgotten_subjects: 'A rule had to forget what it counted #',
};

const singular: Partial<Readonly<Record<AlertMetricUnit, string>>> = {
  times: 'time',
  accounts: 'account',
  devices: 'device',
  systems: 'system',
  addresses: 'address',
  networks: 'network',
  countries: 'country',
  sessions: 'session',
  videos: 'video',
  rows: 'row',
};

/**
 * Says in a plain sentence what was measured.
 * @param about the address or network that it came from, if it is about one
 */
export function sayMeasure(
  metric: AlertMetricName,
  value: number,
  { timeWindow, about }: { readonly timeWindow: number; readonly about?: string | undefined },
): string {
  const said = sentences[metric].replace('#', sayValue(metric, value));
  const { kind, isOfEnd = false } = alertMetrics[metric];
  const measured = isOfEnd ? timeWindow / 10 : timeWindow;
  const within = kind === 'event' ? '' : ` within ${sayWindow(measured)}`;
  return `${said}${within}${about === undefined ? '' : ` (${about})`}.`;
}

function sayValue(metric: AlertMetricName, value: number): string {
  const { unit } = alertMetrics[metric];
  if (unit === 'share') return `${round(value * 100)} %`;
  if (unit === 'x') return `${round(value)} times`;
  const one = singular[unit];
  return `${round(value)} ${value === 1 && one !== undefined ? one : unit}`;
}

function sayWindow(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  if (hours === 0 && minutes === 0) return count(Math.round(ms / 1000), 'second');
  return [hours > 0 ? count(hours, 'hour') : '', minutes > 0 ? count(minutes, 'minute') : '']
    .filter((part) => part !== '')
    .join(' ');
}

const count = (many: number, one: string) => `${many} ${many === 1 ? one : `${one}s`}`;

const round = (value: number) => Math.round(value * 100) / 100;
