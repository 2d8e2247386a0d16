import type { AuditAction } from '@prahari/contract';

const TEXTS = {
  'user.create': 'acts.user_create',
  'user.import': 'acts.user_import',
  'user.import-ended': 'acts.user_import_ended',
  'user.import-codes': 'acts.user_import_codes',
  'user.export': 'acts.user_export',
  'user.update': 'acts.user_update',
  'user.delete': 'acts.user_delete',
  'user.block': 'acts.user_block',
  'user.unblock': 'acts.user_unblock',
  'user.sign-out': 'acts.user_sign_out',
  'user.reset-password': 'acts.user_reset_password',
  'user.reset-login-count': 'acts.user_reset_login_count',
  'user.set-permissions': 'acts.user_set_permissions',
  'user.clear-second-factor': 'acts.user_clear_second_factor',
  'device.set': 'acts.device_set',
  'device.clear': 'acts.device_clear',
  'video.upload': 'acts.video_upload',
  'video.update': 'acts.video_update',
  'video.cancel-processing': 'acts.video_cancel_processing',
  'video.retry-processing': 'acts.video_retry_processing',
  'video.retry-step': 'acts.video_retry_step',
  'video.create': 'acts.video_create',
  'video.delete': 'acts.video_delete',
  'video.restore': 'acts.video_restore',
  'video.remove-for-good': 'acts.video_remove_for_good',
  'video.set-captions': 'acts.video_set_captions',
  'video.remove-captions': 'acts.video_remove_captions',
  'video.set-poster': 'acts.video_set_poster',
  'video.renew-keys': 'acts.video_renew_keys',
  'video.remove-old-keys': 'acts.video_remove_old_keys',
  'user-group.create': 'acts.user_group_create',
  'user-group.rename': 'acts.user_group_rename',
  'user-group.delete': 'acts.user_group_delete',
  'user-group.change-members': 'acts.user_group_change_members',
  'playback.lift-termination': 'acts.playback_lift_termination',
  'watermark.look-up': 'acts.watermark_look_up',
  'system.configure': 'acts.system_configure',
  'drm.set-provider': 'acts.drm_set_provider',
  'drm.remove-provider': 'acts.drm_remove_provider',
  'drm.test-provider': 'acts.drm_test_provider',
} as const satisfies Record<AuditAction, string>;

/** The catalogue key of an act's name. */
export function actionTextKey(action: AuditAction) {
  return TEXTS[action];
}
