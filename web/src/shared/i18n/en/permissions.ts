/** Names of the permissions; dots would be levels to the catalogue. */
export const permissions = {
  users_read: 'See users',
  users_write: 'Create and edit users',
  users_delete: 'Delete users',
  users_import: 'Import users',
  users_export: 'Export users',
  devices_manage: 'Manage devices',
  videos_write: 'Upload and edit videos',
  analytics_read: 'See analytics',
  performance_read: 'See performance',
  alerts_read: 'See alerts',
  alerts_write: 'Handle alerts',
  security_read: 'See security',
  security_audit: 'Run security audits',
  permissions_write: 'Set permissions',
  audit_log_read: 'Read the audit log',
  system_configure: 'Configure the system',
} as const;
