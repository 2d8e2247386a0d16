import { adminHomeSchema, adminWeekSchema } from './admin-home.ts';
import { alertConditionSchema, alertRuleSchema, newAlertRuleSchema } from './alert-rules.ts';
import {
  activityItemSchema,
  alertDetailSchema,
  alertSchema,
  alertStatisticsSchema,
} from './alerts.ts';
import {
  analyticsMetricsSchema,
  analyticsOverviewSchema,
  signInAnalyticsSchema,
} from './analytics.ts';
import { auditActionSchema, auditEntrySchema } from './audit.ts';
import {
  audienceSchema,
  captionTrackSchema,
  chapterSchema,
  managedVideoSchema,
  userGroupSchema,
  videoDetailSchema,
} from './catalogue.ts';
import {
  clientErrorGroupSchema,
  clientErrorReportSchema,
  clientErrorSchema,
} from './client-errors.ts';
import { diskWaitSchema } from './disk-wait.ts';
import {
  drmOverviewSchema,
  drmProviderEditSchema,
  drmProviderSchema,
  drmTestResultSchema,
  serviceTroubleSchema,
} from './drm.ts';
import {
  licenceStatusSchema,
  persistenceEventSchema,
  persistenceReportSchema,
  persistentLicenceSchema,
} from './drm-persistence.ts';
import { loginDataSchema } from './endpoints/auth.ts';
import { errorSchema, metaSchema } from './envelope.ts';
import { idSchema, instantSchema, languageTagSchema } from './fields.ts';
import {
  incidentGroupSchema,
  incidentReportSchema,
  incidentSchema,
  terminationSchema,
  violationStandingSchema,
} from './incidents.ts';
import { learnerVideoSchema, playbackCheckSchema } from './learner.ts';
import { loginEventSchema } from './login-history.ts';
import { noteSchema } from './notes.ts';
import { learnerOfflineCopySchema, offlineCopySchema, offlineGrantSchema } from './offline.ts';
import { passkeySchema } from './passkeys.ts';
import {
  loadReportSchema,
  loadTestSchema,
  performanceOverviewSchema,
  performanceSeriesSchema,
  processPerformanceSchema,
  systemHealthSchema,
} from './performance.ts';
import { adminScopeSchema, permissionSchema } from './permissions.ts';
import {
  clearKeyLicenceSchema,
  clearKeyRequestSchema,
  playbackEventSchema,
  streamSchema,
} from './playback.ts';
import { playbackPolicySchema } from './playback-policy.ts';
import {
  learnerDaySchema,
  learnerReportSchema,
  playQualitySchema,
  qualityReportSchema,
  reportedVideoSchema,
  videoReportSchema,
} from './playback-reports.ts';
import { protectionReportSchema, watchedPlaybackSchema } from './protection.ts';
import { userTypeSchema } from './roles.ts';
import {
  auditReportSchema,
  auditReportSummarySchema,
  complianceSchema,
  findingDetailSchema,
  findingSchema,
} from './security-audit.ts';
import { storageUseSchema, storedVideoSchema } from './storage-use.ts';
import {
  systemConfigEditSchema,
  systemConfigSchema,
  systemConfigViewSchema,
} from './system-config.ts';
import { unfinishedUploadSchema } from './unfinished-upload.ts';
import {
  activationSchema,
  managedUserSchema,
  ownUserSchema,
  sessionSchema,
  userDetailSchema,
} from './user.ts';
import { columnMappingSchema, importJobSchema, rowErrorSchema } from './user-import.ts';
import { uploadJobDetailSchema, uploadJobSchema, videoSchema } from './video.ts';
import { videoInsightsSchema } from './video-insights.ts';

/** Schemas that are known by a name outside, too: components of the API description. */
export const namedSchemas = {
  Activation: activationSchema,
  ActivityItem: activityItemSchema,
  AdminHome: adminHomeSchema,
  AdminScope: adminScopeSchema,
  AdminWeek: adminWeekSchema,
  Alert: alertSchema,
  AlertDetail: alertDetailSchema,
  AlertCondition: alertConditionSchema,
  AlertRule: alertRuleSchema,
  NewAlertRule: newAlertRuleSchema,
  AlertStatistics: alertStatisticsSchema,
  AnalyticsMetrics: analyticsMetricsSchema,
  AnalyticsOverview: analyticsOverviewSchema,
  Audience: audienceSchema,
  AuditAction: auditActionSchema,
  AuditEntry: auditEntrySchema,
  CaptionTrack: captionTrackSchema,
  Chapter: chapterSchema,
  ClearKeyLicence: clearKeyLicenceSchema,
  ClearKeyRequest: clearKeyRequestSchema,
  ClientErrorGroup: clientErrorGroupSchema,
  ClientErrorReport: clientErrorReportSchema,
  ClientError: clientErrorSchema,
  ColumnMapping: columnMappingSchema,
  DiskWait: diskWaitSchema,
  DrmOverview: drmOverviewSchema,
  DrmProviderEdit: drmProviderEditSchema,
  DrmProvider: drmProviderSchema,
  DrmTestResult: drmTestResultSchema,
  Error: errorSchema,
  Id: idSchema,
  ImportJob: importJobSchema,
  IncidentGroup: incidentGroupSchema,
  IncidentReport: incidentReportSchema,
  Incident: incidentSchema,
  Instant: instantSchema,
  LanguageTag: languageTagSchema,
  LearnerVideo: learnerVideoSchema,
  LicenceStatus: licenceStatusSchema,
  LoginData: loginDataSchema,
  LoginEvent: loginEventSchema,
  LoadReport: loadReportSchema,
  LoadTest: loadTestSchema,
  ManagedUser: managedUserSchema,
  ManagedVideo: managedVideoSchema,
  Meta: metaSchema,
  Note: noteSchema,
  LearnerOfflineCopy: learnerOfflineCopySchema,
  OfflineCopy: offlineCopySchema,
  OfflineGrant: offlineGrantSchema,
  OwnUser: ownUserSchema,
  Passkey: passkeySchema,
  LearnerDay: learnerDaySchema,
  LearnerReport: learnerReportSchema,
  PlayQuality: playQualitySchema,
  QualityReport: qualityReportSchema,
  ReportedVideo: reportedVideoSchema,
  VideoReport: videoReportSchema,
  PerformanceOverview: performanceOverviewSchema,
  PerformanceSeries: performanceSeriesSchema,
  Permission: permissionSchema,
  PersistenceEvent: persistenceEventSchema,
  PersistenceReport: persistenceReportSchema,
  PersistentLicence: persistentLicenceSchema,
  PlaybackCheck: playbackCheckSchema,
  PlaybackEvent: playbackEventSchema,
  PlaybackPolicy: playbackPolicySchema,
  ProcessPerformance: processPerformanceSchema,
  ProtectionReport: protectionReportSchema,
  RowError: rowErrorSchema,
  ServiceTrouble: serviceTroubleSchema,
  Session: sessionSchema,
  SignInAnalytics: signInAnalyticsSchema,
  StorageUse: storageUseSchema,
  StoredVideo: storedVideoSchema,
  Stream: streamSchema,
  SystemConfigEdit: systemConfigEditSchema,
  SystemConfig: systemConfigSchema,
  SystemConfigView: systemConfigViewSchema,
  SystemHealth: systemHealthSchema,
  AuditReport: auditReportSchema,
  AuditReportSummary: auditReportSummarySchema,
  Compliance: complianceSchema,
  Finding: findingSchema,
  FindingDetail: findingDetailSchema,
  Termination: terminationSchema,
  UnfinishedUpload: unfinishedUploadSchema,
  UploadJobDetail: uploadJobDetailSchema,
  UploadJob: uploadJobSchema,
  UserDetail: userDetailSchema,
  UserGroup: userGroupSchema,
  UserType: userTypeSchema,
  VideoDetail: videoDetailSchema,
  VideoInsights: videoInsightsSchema,
  Video: videoSchema,
  ViolationStanding: violationStandingSchema,
  WatchedPlayback: watchedPlaybackSchema,
} as const;
