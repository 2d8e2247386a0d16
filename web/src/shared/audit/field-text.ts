/** Fields of the records that administrators change, by the names under which screens show them. */
const TEXTS = {
  name: 'users.name',
  contactNumber: 'users.phone',
  email: 'users.email',
  countryCode: 'auth.countryCode',
  userType: 'users.role',
  status: 'users.status',
  kendraType: 'users.kendraType',
  country: 'users.country',
  district: 'users.district',
  loginCount: 'users.logins',
  deviceId: 'users.deviceId',
  permissions: 'users.permissions',
  adminScope: 'users.scope',
  isDeleted: 'audit.isDeleted',
  isErased: 'audit.isErased',
  endedSessions: 'audit.endedSessions',
  expiresAt: 'users.codeExpires',
  title: 'audit.videoTitle',
  description: 'audit.description',
  published: 'audit.published',
  publishWhenReady: 'audit.publishWhenReady',
  fileName: 'audit.fileName',
  fileSizeBytes: 'audit.fileSize',
  rowsCreated: 'audit.rowsCreated',
  rowsDuplicate: 'audit.rowsDuplicate',
  rowsFailed: 'audit.rowsFailed',
  'accounts.devicesPerLearner': 'systemConfig.devicesPerLearner',
  'accounts.selfServiceDeviceReset': 'systemConfig.selfServiceDeviceReset',
  'accounts.deviceResetCooldownDays': 'systemConfig.deviceResetCooldownDays',
  'accounts.requireSecondFactor': 'systemConfig.requireSecondFactor',
  'drm.hdNeedsHardware': 'systemConfig.hdNeedsHardware',
  'drm.persistentLicences': 'systemConfig.persistentLicences',
  'accounts.invitationDays': 'systemConfig.invitationDays',
} as const;

/** The catalogue key of a field's name; null for a field that no screen shows. */
export function fieldTextKey(field: string) {
  return isNamed(field) ? TEXTS[field] : null;
}

function isNamed(field: string): field is keyof typeof TEXTS {
  return Object.hasOwn(TEXTS, field);
}
