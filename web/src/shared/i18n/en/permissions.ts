/** Names of the permissions; dots would be levels to the catalogue. */
export const permissions = {
  users_read: 'View users',
  users_write: 'Create and edit users',
  users_delete: 'Delete users',
  users_import: 'Import users',
  users_export: 'Export users',
  devices_manage: 'Manage devices',
  videos_write: 'Upload and edit videos',
  analytics_read: 'View analytics',
  performance_read: 'View performance',
  alerts_read: 'View alerts',
  alerts_write: 'Manage alerts',
  security_read: 'View security',
  security_audit: 'Run security audits',
  permissions_write: 'Set permissions',
  audit_log_read: 'View the audit log',
  system_configure: 'Configure the system',
} as const;
