import type { ErrorCode, ErrorReason, UserType } from '@prahari/contract';

/**
 * What a refusal says about its client; null when honest ones get it, or another event records it.
 */
export type RefusalKind = 'limited' | 'forged' | 'refused' | null;

/** Reasons that are not recorded: honest clients meet them too, or their feature records an event itself. */
const ordinary: ReadonlySet<ErrorReason> = new Set([
  'nonce_required',
  'invalid_credentials',
  'wrong_password',
  'password_change_required',
  'second_factor_required',
  'second_factor_wrong',
  'second_factor_enrolment_required',
  'passkey_refused',
  'binding_proof_required',
  'device_not_bound',
  'device_cannot_play',
  'mobile_device',
  'access_session_required',
  'too_many_streams',
  'playback_moved',
  'playback_session_ended',
  'refresh_invalid',
  'refresh_reused',
  'delivery_path_invalid',
]);

/** Reasons for refusing proofs and tokens that no honest client sends. */
const forged: ReadonlySet<ErrorReason> = new Set([
  'proof_invalid',
  'proof_replayed',
  'binding_refused',
]);

export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: ErrorReason | null;
}

/** Classifies a refusal. @param isAdminRoute admin calls are never made signed out by chance */
export function classifyRefusal(
  { status, code, reason }: Refusal,
  isAdminRoute: boolean,
): RefusalKind {
  if (status === 429) return 'limited';
  if (status !== 401 && status !== 403) return null;
  if (reason !== null && forged.has(reason)) return 'forged';
  if (code === 'TOKEN_INVALID' && reason === null) return 'forged';
  if (reason !== null && ordinary.has(reason)) return null;
  if (code === 'TOKEN_EXPIRED') return null;
  if (code === 'TOKEN_MISSING') return isAdminRoute ? 'refused' : null;
  return 'refused';
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/**
 * Calls that pages and players make by themselves, for ids that they stored and that may be gone.
 */
const automaticCalls = /\/drm\/|\/(?:poster|prefetch|captions\/:language)$/;

/**
 * Finds the ids in the address of a call; undefined where there are none, or a page may have stored
 * them.
 */
export function findIdsOfCall(route: string, params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || automaticCalls.test(route)) return undefined;
  const values: unknown[] = Object.values(params);
  const ids = values.filter((value) => typeof value === 'string' && uuid.test(value));
  return ids.length > 0 ? ids.join('/').toLowerCase() : undefined;
}

/** Headers by which clients claim roles; ours never sends one, and the server believes none. */
export const roleHeaders = [
  'x-super-admin',
  'x-admin',
  'x-is-admin',
  'x-admin-scope',
  'x-role',
  'x-user-role',
  'x-user-type',
] as const;

const nothingClaimed = /^(?:|0|false|no|null|none|undefined)$/i;

/**
 * Tells whether a header claims more than the caller is: a role by its name, else any
 * administrator.
 */
export function claimsOtherRole(header: string, value: string, userType: UserType): boolean {
  if (nothingClaimed.test(value.trim())) return false;
  const named = value.trim().toUpperCase().replaceAll(/[\s-]/g, '_');
  if (/(?:role|type)$/.test(header)) return named !== userType;
  if (header === 'x-super-admin') return userType !== 'SUPER_ADMIN';
  return userType === 'LEARNER';
}
