import { ApiError, type ErrorReason } from '@prahari/contract';
import { hasText } from '../i18n/i18n.ts';
import { findStatusTextKey } from '../i18n/status-text.ts';
import { DeviceKeyUnavailable } from './device-key-unavailable.ts';

/** The context of the error: signing in has its own words (specification, section 8). */
export type Situation = 'general' | 'login';

/** Reasons whose own sentence helps the user more than the one of their status. */
const REASON_TEXTS = {
  activation_invalid: 'activation.activationInvalid',
  password_too_short: 'activation.passwordTooShort',
  password_too_long: 'activation.passwordTooLong',
  password_too_common: 'activation.passwordTooCommon',
  password_contextual: 'activation.passwordContextual',
  password_breached: 'activation.passwordBreached',
  phone_invalid: 'auth.phoneInvalid',
  wrong_password: 'auth.wrongPassword',
  phone_taken: 'users.phoneTaken',
  group_taken: 'groups.taken',
  group_unknown: 'videos.groupUnknown',
  schedule_invalid: 'videos.scheduleInvalid',
  chapters_invalid: 'videos.chaptersInvalid',
  captions_invalid: 'videos.captionsInvalid',
  access_session_required: 'player.accessSessionRequired',
  user_token_invalid: 'player.userTokenInvalid',
  user_token_used: 'player.userTokenInvalid',
  video_not_available: 'player.videoNotAvailable',
  playback_session_ended: 'player.playbackSessionEnded',
  access_terminated: 'player.accessTerminated',
  playback_suspended: 'player.playbackSuspended',
  mobile_device: 'player.mobileDevice',
  too_many_streams: 'player.tooManyStreams',
  offline_not_allowed: 'player.offlineNotAllowed',
  offline_copies_full: 'player.offlineCopiesFull',
  offline_copies_of_day: 'player.offlineCopiesOfDay',
  too_many_notes: 'lesson.tooManyNotes',
  termination_lifted: 'security.lifted',
  playback_moved: 'player.playbackMoved',
  key_not_entitled: 'player.keyNotEntitled',
  encryption_scheme_missing: 'player.encryptionSchemeMissing',
  hardware_security_required: 'player.hardwareSecurityRequired',
  licence_service_unavailable: 'player.licenceServiceUnavailable',
  licence_service_refused: 'player.licenceServiceRefused',
  upload_file_missing: 'uploads.errorFileMissing',
  upload_file_empty: 'uploads.fileEmpty',
  upload_too_large: 'uploads.errorTooLarge',
  upload_interrupted: 'uploads.errorInterrupted',
  storage_full: 'uploads.errorStorageFull',
  overloaded: 'errors.overloaded',
  database_unavailable: 'errors.unavailable',
  device_not_bound: 'auth.deviceNotBound',
  out_of_scope: 'users.outOfScope',
  not_yourself: 'users.notYourself',
  list_changed: 'bulk.listChanged',
  too_many_users: 'bulk.tooMany',
  edited_meanwhile: 'users.conflictTitle',
  blocked_since: 'alerts.blockedSince',
  alert_about_own_source: 'alerts.ownSource',
  rule_of_super_admins: 'alerts.ruleOfSuperAdmins',
  action_not_undoable: 'alerts.undoneAlready',
  audit_under_way: 'securityAudit.alreadyRunning',
  audit_ended: 'securityAudit.auditEnded',
  finding_state_changed: 'securityAudit.findingChanged',
  second_factor_wrong: 'secondFactor.wrong',
  second_factor_enrolled: 'secondFactor.enrolledAlready',
  second_factor_not_enrolled: 'secondFactor.notEnrolled',
  second_factor_enrolment_required: 'errors.enrolFirst',
  second_factor_needed: 'secondFactor.needed',
  passkey_refused: 'passkeys.refused',
  passkey_taken: 'passkeys.taken',
  passkeys_unavailable: 'passkeys.unavailable',
} as const satisfies Partial<Record<ErrorReason, string>>;

type SpokenReason = keyof typeof REASON_TEXTS;

/**
 * Returns the catalogue key of the sentence to show for an error: its reason first, then its
 * status. If the sentence of a reason belongs to pages that were not opened, returns the text of
 * its status.
 */
export function findUserTextKey(error: unknown, situation: Situation = 'general') {
  if (error instanceof DeviceKeyUnavailable) return 'errors.storageDenied';
  if (!(error instanceof ApiError))
    return situation === 'login' ? 'auth.loginFailed' : 'errors.unexpected';
  const { status, reason, correlationId } = error;
  // The password was right, so the words for a wrong one would mislead.
  if (situation === 'login' && reason !== 'device_not_bound') return loginTextKey(status);
  if (reason !== null && isSpoken(reason) && hasText(REASON_TEXTS[reason])) {
    return REASON_TEXTS[reason];
  }
  // The team does not know of a 5xx that a proxy answered itself.
  const isUntold = status >= 500 && correlationId === null;
  return isUntold ? 'errors.unexpected' : findStatusTextKey(status);
}

function isSpoken(reason: ErrorReason): reason is SpokenReason {
  return Object.hasOwn(REASON_TEXTS, reason);
}

function loginTextKey(status: number) {
  if (status === 401) return 'auth.invalidCredentials';
  // Of what the form sends, only the number can have a form that no server takes.
  if (status === 400) return 'auth.phoneInvalid';
  if (status === 429) return 'auth.tooManyAttempts';
  return status === 0 ? 'auth.connectionIssue' : 'auth.loginFailed';
}
