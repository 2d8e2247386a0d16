import type { AlertSubjectKind } from './alerts.ts';
import type { ServiceFault } from './drm.ts';
import type { ErrorCode, ErrorReason } from './errors.ts';
import type { IncidentConfidence, IncidentSeverity, IncidentType } from './incidents.ts';
import type { Permission } from './permissions.ts';
import type { UserType } from './roles.ts';

/** Why a session ended. */
export const sessionEndCauses = [
  'logout',
  'logout_all',
  'password_reset',
  'refresh_reused',
  'device_copied',
  'ended_by_admin',
  'ended_by_alert',
  'blocked',
  'deleted',
  'device_changed',
  'password_changed',
  'second_factor_changed',
  'expired',
] as const;
export type SessionEndCause = (typeof sessionEndCauses)[number];

/** Why a sign-in was refused; an account that is blocked looks like none. */
export type SignInRefusal = 'password' | 'account' | 'activation_code' | 'confirmation';

/**
 * Typed facts that features record in the transaction that caused them (one append-only table).
 * The name says what happened; the fields are what a reader needs, never secrets.
 */
export interface EventCatalogue {
  'user.created': { userId: string; byUserId: string | null; userType: string };
  'user.activated': { userId: string };
  'user.password-reset': { userId: string; byUserId: string };
  'user.password-changed': { userId: string };
  /** A learner had a code sent; nothing has changed so far. */
  'user.password-reset-requested': { userId: string; deviceId: string; address: string };
  /** Of an administrator; `byUserId` is null for the instance itself. */
  'user.rights-changed': {
    userId: string;
    byUserId: string | null;
    isSelf: boolean;
    added: Permission[];
    removed: Permission[];
    isScopeChanged: boolean;
  };
  'second-factor.enrolled': { userId: string };
  'second-factor.disabled': { userId: string };
  'second-factor.cleared': { userId: string; byUserId: string };
  'second-factor.refused': { userId: string; deviceId: string; address: string };
  'passkey.added': { userId: string; passkeyId: string };
  'passkey.removed': { userId: string; passkeyId: string };
  /** Its signature counter went back: two hold the same key. */
  'passkey.copied': { userId: string; passkeyId: string; deviceId: string; address: string };
  'recovery-codes.renewed': { userId: string };
  'recovery-code.used': { userId: string };
  /** `system` as the browser says, from a closed list; empty when it names none. */
  'session.opened': { userId: string; sessionId: string; deviceId: string; system: string };
  'session.ended': { userId: string; sessionId: string; cause: SessionEndCause };
  /** The browser showed for the first time that it holds the key which it bound the session to. */
  'session.bound': { userId: string; sessionId: string; deviceId: string };
  'session.refresh-reused': { userId: string; sessionId: string; deviceId: string };
  /** `deviceId` is the caller's, not the session's. */
  'session.key-mismatch': {
    userId: string;
    sessionId: string;
    deviceId: string;
    credential: 'access' | 'refresh';
  };
  /**
   * Two browsers of one device key were found. `deviceId` belongs to that key, `address` to the
   * later browser.
   */
  'device.copied': {
    userId: string;
    deviceId: string;
    address: string;
    sessions: number;
    confidence: IncidentConfidence;
  };
  'device.bound': { userId: string; deviceId: string };
  'device.reset': { userId: string; deviceId: string; replaced: string[]; address: string };
  'device.refused': { userId: string; deviceId: string; address: string };
  /** Others used up the attempts of new devices; `userId` is null for a number without an account. */
  'account.guessed': { userId: string | null };
  /** `confirmation` is a wrong password of a user who is signed in already. */
  'sign-in.refused': {
    userId: string | null;
    deviceId: string;
    address: string;
    reason: SignInRefusal;
  };
  'video-access.opened': { userId: string; sessionId: string; system: string };
  'video-access.refused': { userId: string; sessionId: string };
  'video.uploaded': { videoId: string; jobId: string; byUserId: string };
  'video.created': { videoId: string; byUserId: string };
  'video.updated': { videoId: string; byUserId: string; fields: string[] };
  'video.published': { videoId: string };
  'video.unpublished': { videoId: string };
  'video.deleted': { videoId: string; byUserId: string };
  'video.restored': { videoId: string; byUserId: string };
  'video.removed': { videoId: string };
  'video.keys-renewed': { videoId: string; generation: number };
  'video.old-keys-removed': { videoId: string; generation: number };
  'video.failed': { videoId: string; jobId: string; code: string };
  'runner.invited': { runnerId: string; byUserId: string };
  'runner.registered': { runnerId: string };
  /** What it returned of a part is not what was wanted: it is made again, elsewhere. */
  'runner.result-refused': { runnerId: string; videoId: string };
  /** It returned too much that was refused. */
  'runner.suspended': { runnerId: string; refused: number };
  'runner.revoked': { runnerId: string; byUserId: string };
  'playback.opened': { playbackSessionId: string; userId: string; videoId: string };
  /** So much of a lesson was watched that it counts as done, for the first time. */
  'lesson.completed': { playbackSessionId: string; userId: string; videoId: string };
  'playback.terminated': {
    userId: string;
    videoId: string;
    playbackSessionId: string;
    violations: number;
  };
  'playback.review-requested': { userId: string; videoId: string };
  'playback.termination-lifted': { userId: string; videoId: string; byUserId: string };
  /** Ended so that another may play. */
  'playback.moved': { playbackSessionId: string; userId: string; videoId: string };
  'playback.device-refused': { userId: string; videoId: string; device: 'phone' | 'tablet' };
  /** A learner makes a copy of a video on a device, to play it without a connection. */
  'offline.copied': { copyId: string; userId: string; videoId: string; deviceId: string };
  /** As the player claims, once for each playback; `code` is the number of its error, empty when it named none. */
  'playback.failed': { playbackSessionId: string; userId: string; videoId: string; code: string };
  /** A video was fetched faster than it can be played. */
  'segments.raced': {
    playbackSessionId: string;
    userId: string;
    videoId: string;
    sessionId: string;
    deviceId: string;
    mediaSeconds: number;
    elapsedSeconds: number;
  };
  /** Segments were fetched, but the page that should play them reported nothing for so long. */
  'playback.unreported': {
    playbackSessionId: string;
    userId: string;
    videoId: string;
    sessionId: string;
    deviceId: string;
    silentSeconds: number;
    mediaSeconds: number;
  };
  /** Requests for segments without what players (CMCD) and browsers (`Sec-Fetch-Site`) send. */
  'segments.bare': {
    playbackSessionId: string;
    userId: string;
    videoId: string;
    sessionId: string;
    deviceId: string;
    requests: number;
  };
  /** An administrator read a whole code on a recording, and it is that of this playback. */
  'watermark.traced': {
    playbackSessionId: string;
    userId: string;
    videoId: string;
    byUserId: string;
  };
  /** Recorded at its end, also when the client left before. */
  'list.exported': { byUserId: string; list: string; rows: number };
  /** Evidence by the browser, never truth. */
  'incident.reported': {
    incidentId: string;
    userId: string;
    videoId: string | null;
    type: IncidentType;
    severity: IncidentSeverity;
    confidence: IncidentConfidence;
  };
  /** Its rule counts from zero again for this subject: what led to the alert was dealt with. */
  'alert.resolved': {
    alertId: string;
    ruleId: string;
    subjectKind: AlertSubjectKind;
    subjectKey: string;
    byUserId: string;
  };
  /** An administrator, not a super administrator, made an alert rule notice or tell less. */
  'alert-rule.weakened': {
    ruleId: string;
    rule: string;
    change: 'changed' | 'switched-off' | 'deleted';
    byUserId: string;
  };
  /** A rate limit refused a call. The events below to `events.crowded` have no transaction. */
  'call.limited': { route: string; userId: string | null; times: number };
  /** Who calls may not do that: 401 and 403. `route` is a pattern: `/api/v1/admin/users/:id`. */
  'call.refused': {
    route: string;
    /** Of its endpoint: only administrators, of either kind, may call it. */
    isAdminRoute: boolean;
    code: ErrorCode;
    reason: ErrorReason | null;
    userId: string | null;
    userType: UserType | null;
    times: number;
  };
  /** What a signed-in user asked for by id doesn't exist, or not for this user. */
  'object.not-found': {
    route: string;
    /** The ids of the address: of more than one, joined by a slash. */
    ids: string;
    userId: string;
    userType: UserType;
    times: number;
  };
  /** A proof or token that was forged, changed or replayed; those that expired are ordinary. */
  'proof.refused': { route: string; reason: ErrorReason | 'token_invalid'; times: number };
  /** A client claims a role by a header, which carries no authority. */
  'role.claimed': { header: string; times: number };
  'segment.refused': {
    reason:
      | 'forged'
      | 'other-network'
      | 'expired'
      | 'ended'
      | 'withdrawn'
      | 'other-site'
      | 'unconfirmed';
    playbackSessionId: string | null;
    sessionId: string | null;
    times: number;
  };
  /** A browser refused a script in one of our pages, as it says: `from` is inline, eval or an origin. */
  'script.blocked': {
    directive: 'script-src' | 'script-src-elem' | 'script-src-attr';
    from: string;
    times: number;
  };
  /** How one process answered calls for some seconds; those that stream are left out. */
  'calls.measured': {
    seconds: number;
    calls: number;
    /** Answered with 5xx. */
    failed: number;
    limited: number;
    p95Ms: number;
    loopDelayP99Ms: number;
  };
  /** A route that took a second or longer, within the same time. */
  'calls.slow': { route: string; p95Ms: number; calls: number };
  /** The time of day of a process changed by itself: by how much, back if negative. */
  'clock.jumped': { seconds: number };
  /** More different events came at once than are written: how many, of one address. */
  'events.crowded': { of: string; address: string | null; times: number };
  'licence.issued': {
    system: string;
    playbackSessionId: string;
    userId: string;
    videoId: string;
    keys: number;
  };
  'licence.refused': {
    system: string;
    playbackSessionId: string | null;
    userId: string;
    reason: string;
  };
  /** The licence service did not give what the learner was entitled to. */
  'licence.failed': {
    system: string;
    playbackSessionId: string;
    userId: string;
    reason: string;
    fault: ServiceFault;
    detail: string;
  };
}

export type EventName = keyof EventCatalogue;

/** How much an event matters, least first; most say only what happened. */
export const eventSeverities = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type EventSeverity = (typeof eventSeverities)[number];

/** An event whose data has a severity of its own keeps that. */
export const severityOfEvent: Readonly<Record<EventName, EventSeverity>> = {
  'user.created': 'info',
  'user.activated': 'info',
  'user.password-reset': 'low',
  'user.password-changed': 'low',
  'user.password-reset-requested': 'low',
  'user.rights-changed': 'medium',
  'second-factor.enrolled': 'info',
  'second-factor.disabled': 'medium',
  'second-factor.cleared': 'medium',
  'second-factor.refused': 'low',
  'passkey.added': 'low',
  'passkey.removed': 'low',
  'passkey.copied': 'critical',
  'recovery-codes.renewed': 'low',
  'recovery-code.used': 'low',
  'session.opened': 'info',
  'session.ended': 'info',
  'session.bound': 'info',
  'session.refresh-reused': 'high',
  'session.key-mismatch': 'high',
  'device.copied': 'high',
  'device.bound': 'info',
  'device.reset': 'low',
  'device.refused': 'medium',
  'account.guessed': 'medium',
  'sign-in.refused': 'low',
  'video-access.opened': 'info',
  'video-access.refused': 'low',
  'video.uploaded': 'info',
  'video.created': 'info',
  'video.updated': 'info',
  'video.published': 'info',
  'video.unpublished': 'info',
  'video.deleted': 'info',
  'video.restored': 'info',
  'video.removed': 'info',
  'video.keys-renewed': 'info',
  'video.old-keys-removed': 'info',
  'video.failed': 'medium',
  'runner.invited': 'low',
  'runner.registered': 'low',
  'runner.result-refused': 'medium',
  'runner.suspended': 'high',
  'runner.revoked': 'low',
  'playback.opened': 'info',
  'lesson.completed': 'info',
  'playback.terminated': 'high',
  'playback.review-requested': 'info',
  'playback.termination-lifted': 'info',
  'playback.moved': 'info',
  'playback.device-refused': 'low',
  'offline.copied': 'info',
  'playback.failed': 'low',
  'segments.raced': 'medium',
  'playback.unreported': 'medium',
  'segments.bare': 'low',
  'watermark.traced': 'critical',
  'list.exported': 'low',
  'incident.reported': 'low',
  'alert.resolved': 'info',
  'alert-rule.weakened': 'high',
  'call.limited': 'low',
  'call.refused': 'low',
  'object.not-found': 'low',
  'proof.refused': 'medium',
  'role.claimed': 'high',
  'segment.refused': 'low',
  'script.blocked': 'medium',
  'calls.measured': 'info',
  'calls.slow': 'low',
  'clock.jumped': 'low',
  'events.crowded': 'medium',
  'licence.issued': 'info',
  'licence.refused': 'low',
  'licence.failed': 'medium',
};
