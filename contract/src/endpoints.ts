/**
 * Every call of the product, by area. A module of re-exports and no object, so that a page brings
 * along only the areas that it calls.
 */
export { accountEndpoints as account } from './endpoints/account.ts';
export { adminHomeEndpoints as adminHome } from './endpoints/admin-home.ts';
export { alertEndpoints as alerts } from './endpoints/alerts.ts';
export { analyticsEndpoints as analytics } from './endpoints/analytics.ts';
export { authEndpoints as auth } from './endpoints/auth.ts';
export { boundSessionEndpoints as boundSessions } from './endpoints/bound-sessions.ts';
export * as drm from './endpoints/drm.ts';
export { drmAdminEndpoints as drmAdmin } from './endpoints/drm-admin.ts';
export { groupEndpoints as groups } from './endpoints/groups.ts';
export { importEndpoints as imports } from './endpoints/imports.ts';
export { learnerEndpoints as learners } from './endpoints/learners.ts';
export * as listExports from './endpoints/list-exports.ts';
export * as logs from './endpoints/logs.ts';
export { noteEndpoints as notes } from './endpoints/notes.ts';
export { offlineEndpoints as offline } from './endpoints/offline.ts';
export { performanceEndpoints as performance } from './endpoints/performance.ts';
export { playbackCheckEndpoints as playbackCheck } from './endpoints/playback-check.ts';
export { playbackReportEndpoints as playbackReports } from './endpoints/playback-reports.ts';
export * as runners from './endpoints/runners.ts';
export { securityEndpoints as security } from './endpoints/security.ts';
export { securityAuditEndpoints as securityAudit } from './endpoints/security-audit.ts';
export { storageEndpoints as storage } from './endpoints/storage.ts';
export { systemEndpoints as system } from './endpoints/system.ts';
export { uploadEndpoints as uploads } from './endpoints/uploads.ts';
export { userEndpoints as users } from './endpoints/users.ts';
export * as videos from './endpoints/videos.ts';
