/** Names of administrative acts; dots would be levels to the catalogue. */
export const acts = {
  user_create: 'User created',
  user_import: 'Users imported',
  user_import_codes: 'Activation codes downloaded',
  user_export: 'Users exported',
  user_update: 'User edited',
  user_delete: 'User deleted',
  user_block: 'User blocked',
  user_unblock: 'User unblocked',
  user_sign_out: 'User signed out',
  user_reset_password: 'New activation code',
  user_reset_login_count: 'Sign-in count reset',
  user_set_permissions: 'Permissions set',
  device_set: 'Device bound',
  device_clear: 'Device released',
  video_update: 'Video edited',
  system_configure: 'System configured',
} as const;
