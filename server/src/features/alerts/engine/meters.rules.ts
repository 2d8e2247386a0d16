import type { AlertMetricName, AlertSubjectKind } from '@prahari/contract';
import { nameSource } from '../../../platform/network/name-source.ts';
import { type Fact, readNumber, readText } from './fact.rules.ts';
import type { Insight } from './history.rules.ts';
import type { Sample } from './window.rules.ts';

/** What one event adds to one metric; undefined when it adds nothing. */
export type Meter = (fact: Fact, insight: Insight | undefined) => Sample | undefined;

const one: Sample = { x: 1 };
const once: Meter = () => one;
/** Equal facts of a moment may be recorded as one event, with how often it happened. */
const times: Meter = (fact) => ({ x: Math.max(1, readNumber(fact, 'times')) });
const onlyIf =
  (isMeant: (fact: Fact) => boolean, meter: Meter): Meter =>
  (fact, insight) =>
    isMeant(fact) ? meter(fact, insight) : undefined;
const distinct =
  (read: (fact: Fact) => string | null | undefined): Meter =>
  (fact) => {
    const value = read(fact);
    return value === null || value === undefined ? undefined : { x: 1, value };
  };
const ratio =
  (share: (fact: Fact) => number, whole: (fact: Fact) => number): Meter =>
  (fact) => ({ x: share(fact), y: whole(fact) });

const deviceOf = (fact: Fact) => fact.deviceId ?? readText(fact, 'deviceId');
/** A host changes its address within a /64 of IPv6 as it likes. */
const addressOf = (fact: Fact) => {
  const address = fact.address ?? readText(fact, 'address');
  return address === undefined ? undefined : nameSource(address);
};
const sessionOf = (fact: Fact) => fact.sessionId ?? readText(fact, 'sessionId');
const has = (field: string, value: unknown) => (fact: Fact) => fact.data[field] === value;
const administrators: ReadonlySet<unknown> = new Set(['ADMIN', 'SUPER_ADMIN']);
/** Administrators may meet the limits of their rights; others have no business there. */
const isTrespass = (fact: Fact) =>
  fact.data['isAdminRoute'] === true && !administrators.has(fact.data['userType']);
/**
 * A browser that asks for the desktop's pages says that a phone is a computer of the same maker; what
 * a television says of itself differs with its applications.
 */
const systemFamilies: Readonly<Record<string, string>> = {
  Windows: 'windows',
  iPad: 'apple',
  iPhone: 'apple',
  macOS: 'apple',
  Android: 'linux',
  ChromeOS: 'linux',
  Linux: 'linux',
};
const sumOf =
  (field: string): Meter =>
  (fact) => ({ x: readNumber(fact, field) });
const weighted = (field: string, by: string) =>
  ratio(
    (fact) => readNumber(fact, field) * readNumber(fact, by),
    (fact) => readNumber(fact, by),
  );
const share = (field: string, of: string) =>
  ratio(
    (fact) => readNumber(fact, field),
    (fact) => readNumber(fact, of),
  );
const failedOfAll: Meter = () => ({ x: 1, y: 1 });
const fineOfAll: Meter = () => ({ x: 0, y: 1 });
/** What failed, by what usually fails: unknown until that is. */
const rise =
  (failures: number): Meter =>
  (_fact, insight) =>
    insight?.usualFailures === undefined ? undefined : { x: failures, y: insight.usualFailures };
const accountOf = distinct(({ userId }) => userId);
/** A try of a number without an account counts as an account of its own. */
const triedAccount: Meter = ({ userId, id }) => ({ x: 1, value: userId ?? `?${id}` });
const videoOf = distinct((fact) => readText(fact, 'videoId'));
const isViolation = (fact: Fact) =>
  has('confidence', 'high')(fact) && has('severity', 'high')(fact);
const failed = ['sign-in.refused', 'second-factor.refused'];
const grantsRights = ({ data }: Fact) =>
  data['isSelf'] !== true && Array.isArray(data['added']) && data['added'].length > 0;
const pace: Meter = (fact) => {
  const elapsed = readNumber(fact, 'elapsedSeconds');
  return elapsed > 0 ? { x: readNumber(fact, 'mediaSeconds') / elapsed } : undefined;
};
/** What is recorded too often for rows of its own is still counted, by address. */
const counted = (name: string): Readonly<Record<string, Meter>> => ({
  [name]: times,
  'events.crowded': onlyIf(has('of', name), times),
});

const each = (names: readonly string[], meter: Meter): Readonly<Record<string, Meter>> =>
  Object.fromEntries(names.map((name) => [name, meter]));

/** What each metric takes from which events. */
export const meters: Readonly<Record<AlertMetricName, Readonly<Record<string, Meter>>>> = {
  failed_sign_ins: each(failed, once),
  sign_ins: { 'session.opened': once },
  sign_in_attempts: each([...failed, 'session.opened'], once),
  failed_sign_in_ratio: {
    'sign-in.refused': failedOfAll,
    'second-factor.refused': failedOfAll,
    'session.opened': fineOfAll,
  },
  failed_sign_in_rise: {
    'sign-in.refused': rise(1),
    'second-factor.refused': rise(1),
    'session.opened': rise(0),
  },
  accounts_tried: each(failed, triedAccount),
  failed_sign_in_addresses: each(failed, distinct(addressOf)),
  failed_sign_in_devices: each(failed, distinct(deviceOf)),
  guessed_accounts: { 'account.guessed': triedAccount },
  refused_proofs: counted('proof.refused'),
  new_countries: {
    'session.opened': (_fact, insight) => (insight?.isNewCountry ? one : undefined),
  },
  travel_speed: {
    'session.opened': (_fact, insight) => insight?.travel && { x: insight.travel.kmPerHour },
  },
  travel_distance: {
    'session.opened': (_fact, insight) => insight?.travel && { x: insight.travel.km },
  },
  anonymous_sign_ins: {
    'session.opened': (_fact, insight) => (insight?.isAnonymous ? one : undefined),
  },
  countries: each(
    ['session.opened', 'playback.opened', 'licence.issued', 'video-access.opened'],
    distinct(({ country }) => country),
  ),
  new_devices: {
    'session.opened': (_fact, insight) => (insight?.isNewDevice ? one : undefined),
  },
  refused_devices: { 'device.refused': once },
  devices: each(['session.opened', 'device.refused'], distinct(deviceOf)),
  device_accounts: each(['session.opened', 'device.refused'], accountOf),
  device_systems: each(
    ['session.opened', 'video-access.opened'],
    distinct((fact) => systemFamilies[readText(fact, 'system') ?? '']),
  ),
  limited_calls: counted('call.limited'),
  limited_call_ratio: { 'calls.measured': share('limited', 'calls') },
  reused_refreshes: { 'session.refresh-reused': once },
  key_mismatches: { 'session.key-mismatch': once },
  copied_devices: {
    'device.copied': onlyIf((fact) => !has('confidence', 'low')(fact), once),
    'passkey.copied': once,
  },
  changes_after_reset: each(
    [
      'user.password-changed',
      'second-factor.enrolled',
      'second-factor.disabled',
      'passkey.added',
      'passkey.removed',
      'recovery-codes.renewed',
    ],
    (_fact, insight) => (insight?.isChangeAfterReset ? one : undefined),
  ),
  sessions: { 'session.opened': distinct(sessionOf) },
  networks: { 'session.opened': distinct(addressOf) },
  calls: { 'calls.measured': sumOf('calls') },
  failed_call_ratio: { 'calls.measured': share('failed', 'calls') },
  failed_call_ratio_lately: { 'calls.measured': share('failed', 'calls') },
  call_p95: { 'calls.measured': weighted('p95Ms', 'calls') },
  loop_delay: { 'calls.measured': weighted('loopDelayP99Ms', 'seconds') },
  slowest_call_p95: { 'calls.slow': sumOf('p95Ms') },
  clock_jumps: { 'clock.jumped': once },
  playbacks: { 'playback.opened': once },
  failed_playback_ratio: {
    'playback.failed': () => ({ x: 1, y: 0 }),
    'playback.opened': fineOfAll,
  },
  ended_playbacks: { 'playback.terminated': once },
  violations: { 'incident.reported': onlyIf(isViolation, once) },
  violated_videos: { 'incident.reported': onlyIf(isViolation, videoOf) },
  incidents: { 'incident.reported': once },
  refused_licences: { 'licence.refused': once },
  forged_segments: { 'segment.refused': onlyIf(has('reason', 'forged'), times) },
  ended_segments: { 'segment.refused': onlyIf(has('reason', 'ended'), times) },
  blocked_scripts: counted('script.blocked'),
  blocked_script_clients: { 'script.blocked': distinct(addressOf) },
  refused_calls: counted('call.refused'),
  refused_admin_calls: { 'call.refused': onlyIf(isTrespass, times) },
  unknown_objects: { 'object.not-found': distinct((fact) => readText(fact, 'ids')) },
  fast_fetches: { 'segments.raced': once },
  fetch_pace: { 'segments.raced': pace },
  silent_playbacks: { 'playback.unreported': once },
  bare_fetches: { 'segments.bare': sumOf('requests') },
  traced_recordings: { 'watermark.traced': once },
  videos: each(['playback.opened', 'offline.copied'], videoOf),
  exports: { 'list.exported': once },
  exported_rows: { 'list.exported': sumOf('rows') },
  granted_rights: { 'user.rights-changed': onlyIf(grantsRights, once) },
  own_rights_changes: { 'user.rights-changed': onlyIf(has('isSelf', true), once) },
  weakened_rules: { 'alert-rule.weakened': once },
  claimed_roles: counted('role.claimed'),
  forgotten_subjects: {},
};

/** Names the subject of an event, of one kind; undefined when it has none. */
export function findSubject(
  fact: Fact,
  kind: AlertSubjectKind,
  networkOf: (address: string) => string,
): string | undefined {
  switch (kind) {
    case 'user':
      // Who exports is named apart from the subject of an administrator's act.
      return fact.userId ?? readText(fact, 'byUserId');
    case 'device':
      return deviceOf(fact);
    case 'address':
      return addressOf(fact);
    case 'network': {
      const address = fact.address ?? readText(fact, 'address');
      return address === undefined ? undefined : networkOf(address);
    }
    case 'session':
      return sessionOf(fact);
    case 'video':
      return readText(fact, 'videoId');
    case 'system':
      return 'system';
    default:
      return kind satisfies never;
  }
}
