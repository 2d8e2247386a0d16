/** Names under which answers are kept, so that one feature can say that another's are stale. */
export const queryKeys = {
  videos: ['videos'],
  jobs: ['upload-jobs'],
  users: ['users'],
  profile: ['profile'],
  sessions: ['sessions'],
  credentials: ['credentials'],
  loginHistory: ['login-history'],
  auditLog: ['audit-log'],
  systemConfig: ['system-config'],
  security: ['security'],
  securityAudit: ['security-audit'],
  clientErrors: ['client-errors'],
  keySystems: ['key-systems'],
  adminHome: ['admin-home'],
  adminWeek: ['admin-week'],
  userGroups: ['user-groups'],
  alerts: ['alerts'],
  activity: ['activity'],
  performance: ['performance'],
  analytics: ['analytics'],
  playbackReports: ['playback-reports'],
  runners: ['runners'],
} as const;

/**
 * Returns the key of one video and of what lists say of it: never the whole, which others ask for.
 */
export function shortVideoKey(videoId: string) {
  return [...queryKeys.videos, videoId, 'short'] as const;
}
