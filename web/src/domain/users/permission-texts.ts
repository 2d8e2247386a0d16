import type { Permission } from '@prahari/contract';

export const PERMISSION_TEXTS = {
  'users.read': 'permissions.users_read',
  'users.write': 'permissions.users_write',
  'users.delete': 'permissions.users_delete',
  'users.import': 'permissions.users_import',
  'users.export': 'permissions.users_export',
  'devices.manage': 'permissions.devices_manage',
  'videos.write': 'permissions.videos_write',
  'analytics.read': 'permissions.analytics_read',
  'performance.read': 'permissions.performance_read',
  'alerts.read': 'permissions.alerts_read',
  'alerts.write': 'permissions.alerts_write',
  'security.read': 'permissions.security_read',
  'security.audit': 'permissions.security_audit',
  'permissions.write': 'permissions.permissions_write',
  'audit-log.read': 'permissions.audit_log_read',
  'system.configure': 'permissions.system_configure',
} as const satisfies Record<Permission, string>;
