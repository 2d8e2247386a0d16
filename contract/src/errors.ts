/**
 * Every error that a caller can meet: types and codes of the specification, section 8, and the
 * machine-readable reasons by which a client tells apart what shares one code.
 */
export const errorCatalogue = {
  VALIDATION_FAILED: { type: 'ValidationError', status: 400 },
  REQUIRED_FIELD: { type: 'ValidationError', status: 400 },
  INVALID_FORMAT: { type: 'ValidationError', status: 400 },
  INVALID_VALUE: { type: 'ValidationError', status: 400 },
  TOKEN_MISSING: { type: 'AuthenticationError', status: 401 },
  TOKEN_INVALID: { type: 'AuthenticationError', status: 401 },
  TOKEN_EXPIRED: { type: 'AuthenticationError', status: 401 },
  ACCESS_DENIED: { type: 'AuthorizationError', status: 403 },
  INSUFFICIENT_PERMISSIONS: { type: 'AuthorizationError', status: 403 },
  RESOURCE_NOT_FOUND: { type: 'NotFoundError', status: 404 },
  RESOURCE_ALREADY_EXISTS: { type: 'ConflictError', status: 409 },
  RATE_LIMIT_EXCEEDED: { type: 'RateLimitError', status: 429 },
  INTERNAL_SERVER_ERROR: { type: 'InternalError', status: 500 },
  DATABASE_ERROR: { type: 'InternalError', status: 500 },
  EXTERNAL_SERVICE_ERROR: { type: 'ExternalServiceError', status: 502 },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;
export type ErrorType = (typeof errorCatalogue)[ErrorCode]['type'];

/** Codes that only a client makes, when no server answered or the answer made no sense. */
export type ClientErrorCode = 'NETWORK_ERROR' | 'INVALID_RESPONSE';

/**
 * The values of `error.details.reason`. One word for one situation, never reused. Only a type: a
 * list would be loaded with every page's first script.
 */
export type ErrorReason =
  | 'invalid_credentials'
  | 'password_change_required'
  | 'nonce_required'
  | 'proof_missing'
  | 'proof_invalid'
  | 'proof_replayed'
  | 'session_ended'
  | 'refresh_invalid'
  | 'refresh_reused'
  | 'device_copied'
  | 'cross_site_request'
  | 'activation_invalid'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_too_common'
  | 'password_contextual'
  | 'password_breached'
  | 'phone_invalid'
  | 'phone_taken'
  | 'wrong_password'
  | 'access_session_required'
  | 'user_token_invalid'
  | 'user_token_used'
  | 'video_not_available'
  | 'schedule_invalid'
  | 'chapters_invalid'
  | 'captions_invalid'
  | 'poster_invalid'
  | 'poster_not_possible'
  | 'keys_not_renewable'
  | 'group_unknown'
  | 'group_taken'
  | 'playback_session_ended'
  | 'playback_session_unclear'
  | 'playback_moved'
  | 'too_many_streams'
  | 'too_many_notes'
  | 'mobile_device'
  | 'access_terminated'
  | 'playback_suspended'
  | 'termination_lifted'
  | 'key_not_entitled'
  | 'hardware_security_required'
  | 'drm_system_not_offered'
  | 'encryption_scheme_missing'
  | 'challenge_invalid'
  | 'licence_service_unavailable'
  | 'licence_service_refused'
  | 'provider_settings_invalid'
  | 'delivery_path_invalid'
  | 'upload_file_missing'
  | 'upload_file_empty'
  | 'upload_too_large'
  | 'upload_interrupted'
  | 'upload_offset_conflict'
  | 'upload_busy'
  | 'upload_checksum_mismatch'
  | 'upload_expired'
  | 'upload_part_lost'
  | 'upload_quota_exceeded'
  | 'media_quota_exceeded'
  | 'upload_target_taken'
  | 'upload_target_busy'
  | 'upload_target_gone'
  | 'storage_full'
  | 'file_store_unavailable'
  | 'job_ended'
  | 'job_not_retryable'
  | 'step_not_repeatable'
  | 'body_too_large'
  | 'media_type_not_supported'
  | 'method_not_allowed'
  | 'overloaded'
  | 'database_unavailable'
  | 'device_not_bound'
  | 'device_cannot_play'
  | 'password_reset_unavailable'
  | 'edited_meanwhile'
  | 'load_test_runs'
  | 'no_lesson'
  | 'changed_meanwhile'
  | 'alert_state_changed'
  | 'action_not_undoable'
  | 'blocked_since'
  | 'rule_of_super_admins'
  | 'alert_about_own_source'
  | 'audit_under_way'
  | 'audit_ended'
  | 'finding_state_changed'
  | 'out_of_scope'
  | 'not_yourself'
  | 'list_changed'
  | 'too_many_users'
  | 'import_ended'
  | 'import_file_gone'
  | 'codes_gone'
  | 'second_factor_required'
  | 'second_factor_wrong'
  | 'second_factor_enrolled'
  | 'second_factor_not_enrolled'
  | 'second_factor_enrolment_required'
  | 'proof_of_work_required'
  | 'second_factor_needed'
  | 'passkey_refused'
  | 'passkey_taken'
  | 'passkeys_full'
  | 'passkeys_unavailable'
  | 'binding_refused'
  | 'binding_proof_required'
  | 'binding_missing'
  | 'binding_postponed'
  | 'offline_not_allowed'
  | 'offline_copies_full'
  | 'offline_copies_of_day'
  | 'runner_unknown'
  | 'runner_suspended'
  | 'runners_not_allowed'
  | 'part_lost'
  | 'part_incomplete';
