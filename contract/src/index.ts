export {
  type AdminHome,
  type AdminWeek,
  homeCountLimit,
  homePlayingLimit,
  homeWeekDays,
  type OpenJob,
  type SetupStep,
} from './admin-home.ts';
export {
  type AlertMetric,
  type AlertMetricKind,
  type AlertMetricName,
  type AlertMetricUnit,
  alertMetrics,
} from './alert-metrics.ts';
export {
  type AlertCondition,
  type AlertOperator,
  type AlertRule,
  actsOnUsers,
  alertMetricNames,
  alertOperators,
  alertRuleLimits,
  builtInLimits,
  canAct,
  canMeasure,
  type NewAlertRule,
  newAlertRuleSchema,
  type RuleDryRun,
  ruleDryRunSchema,
  watchesAdministrators,
} from './alert-rules.ts';
export {
  type AlertMove,
  findNextStatus,
  findStatusAfterRecurrence,
  listAllowedMoves,
  listStatusesBefore,
} from './alert-state.ts';
export {
  type ActivityItem,
  type Alert,
  type AlertActionKind,
  type AlertActionView,
  type AlertCategory,
  type AlertDetail,
  type AlertSeverity,
  type AlertStatistics,
  type AlertStatus,
  type AlertStep,
  type AlertStepKind,
  type AlertSubjectKind,
  type AlertTimeRange,
  alertActionKinds,
  alertCategories,
  alertLimits,
  alertSeverities,
  alertSortKeys,
  alertStatuses,
  alertSubjectKinds,
  alertTimeRangeHours,
  alertTimeRanges,
} from './alerts.ts';
export {
  type AnalyticsChanges,
  type AnalyticsEvent,
  type AnalyticsMetric,
  type AnalyticsMetrics,
  type AnalyticsOverview,
  type AnalyticsRange,
  analyticsRanges,
  recentEventsReach,
  type SignInAnalytics,
  type SignInFailure,
} from './analytics.ts';
export { ApiError } from './api-error.ts';
export { type AuditAction, type AuditEntry, type AuditSubject, auditActions } from './audit.ts';
export {
  type BulkAct,
  type BulkOutcome,
  type BulkRefusal,
  type BulkResult,
  bulkActs,
  bulkLimits,
  type DeletedUser,
  type GroupActivation,
  type IssuedCodes,
  type UserSelection,
} from './bulk-users.ts';
export {
  type Audience,
  type CaptionTrack,
  type Chapter,
  captionLabelSchema,
  catalogueLimits,
  chapterSchema,
  type LeftOutTrack,
  type ManagedVideo,
  type UserGroup,
  uploadTargetSchema,
  type VideoDetail,
  videoDescriptionSchema,
  videoFieldsSchema,
  videoTitleSchema,
} from './catalogue.ts';
export type { WireAnswer, WireRequest } from './client.ts';
export {
  buildUrl,
  type Client,
  type ClientPorts,
  createClient,
  createNetworkError,
  readError,
} from './client.ts';
export {
  type ClientError,
  type ClientErrorGroup,
  type ClientErrorReport,
  clientErrorLimits,
  clientErrorReportSchema,
  type ErrorCategory,
  errorCategories,
  isExpectedRefusal,
  type LogLevel,
  logLevels,
} from './client-errors.ts';
export { detectDelimiter } from './csv-dialect.ts';
export { type DeviceReset, deviceResetSchema } from './device-reset.ts';
export {
  type CannotPlay,
  cannotPlaySchema,
  type DeviceFacts,
  type DeviceVerdict,
  isTelevision,
  judgeDevice,
  type MachineFacts,
  usualMinimumPixels,
} from './device-rule.ts';
export { type DeviceStep, deviceStepSchema } from './device-step.ts';
export type { DiskWait, FullDisk } from './disk-wait.ts';
export {
  type DrmDriver,
  type DrmOverview,
  type DrmProvider,
  type DrmSystem,
  type DrmTestResult,
  driverSecrets,
  drmDriverSchema,
  drmSystems,
  type FairPlaySettings,
  fairPlaySettingsSchema,
  maxChallengeBytes,
  type ProviderProblem,
  providerProblems,
  type ServiceFault,
  type ServiceTrouble,
  serviceFaults,
  serviceTroubleSchema,
  type VendorSystem,
  vendorSystems,
} from './drm.ts';
export {
  keptLicenceSeconds,
  type PersistenceEvent,
  type PersistenceReport,
  persistenceEventSchema,
  persistenceLogLimits,
} from './drm-persistence.ts';
export type {
  Access,
  BodyOf,
  BytesBody,
  CallInput,
  DataOf,
  Endpoint,
  FileData,
  FormBody,
  HeaderFacts,
  Method,
  ParamsOf,
  QueryOf,
} from './endpoint.ts';
export type { LoginData } from './endpoints/auth.ts';
export type { BoundSession } from './endpoints/bound-sessions.ts';
export * as endpoints from './endpoints.ts';
export { createSuccessSchema, errorSchema, type Meta } from './envelope.ts';
export {
  type ErrorCode,
  type ErrorReason,
  type ErrorType,
  errorCatalogue,
} from './errors.ts';
export {
  type EventCatalogue,
  type EventName,
  type EventSeverity,
  eventSeverities,
  type SessionEndCause,
  type SignInRefusal,
  sessionEndCauses,
  severityOfEvent,
} from './events.ts';
export { emailSchema, idSchema, languageTagSchema } from './fields.ts';
export {
  type ContentPolicy,
  type Headers,
  nameScore,
  parseContentPolicy,
  readMaxAge,
  scoreHeaders,
} from './header-score.ts';
export { apiVersion, basePath, requestHeaders, responseHeaders } from './headers.ts';
export { guessColumns } from './import-columns.ts';
export { incidentSortKeys } from './incident-list-query.ts';
export {
  type GivenSeverity,
  givenSeverities,
  type IncidentConfidence,
  type IncidentGroup,
  type IncidentReport,
  type IncidentSeverity,
  type IncidentType,
  incidentConfidences,
  incidentLimits,
  incidentReportSchema,
  incidentTypeNames,
  isSlip,
  isSlipRepeated,
  isViolation,
  reviewNoteCharacters,
  type SecurityIncident,
  type Termination,
  type ViolationStanding,
} from './incidents.ts';
export {
  type AudienceMatch,
  type AudiencePart,
  type HiddenReason,
  hiddenReasons,
  type LearnerVideo,
  type PlaybackCheck,
  type PlaybackRule,
  type PlaybackVerdict,
  playbackRules,
  ruleOutcomes,
} from './learner.ts';
export { activationCode, limits } from './limits.ts';
export type { FailedAttemptsByOthers, LoginEvent, LoginEventKind } from './login-history.ts';
export { namedSchemas } from './named-schemas.ts';
export { type Note, noteLimits } from './notes.ts';
export {
  type LearnerOfflineCopy,
  type OfflineCopy,
  type OfflineCopyState,
  type OfflineGrant,
  type OfflineRevocation,
  offlineCopyStates,
  offlineLimits,
  offlineRevocations,
} from './offline.ts';
export {
  type Assertion,
  maxPasskeys,
  type NewCredential,
  type Passkey,
  type PasskeyCreation,
  type PasskeyRequest,
  passkeyNameSchema,
  type SecondStepWay,
  secondStepWays,
} from './passkeys.ts';
export {
  addressClasses,
  type ComponentName,
  clockToleranceMs,
  componentNames,
  type LoadReport,
  type LoadRun,
  type LoadRunFailure,
  type LoadRunView,
  type LoadTest,
  loadProfiles,
  networkIssues,
  type PerformanceOverview,
  type PerformancePoint,
  type PerformanceRange,
  type PerformanceSeries,
  pageLoad,
  performanceRanges,
  type RoutePerformance,
  type SystemHealth,
  signInLimitsMs,
  slowRoundTripMs,
} from './performance.ts';
export {
  type AdminScope,
  adminScopeSchema,
  listRolePermissions,
  type Permission,
  permissionNames,
} from './permissions.ts';
export {
  type EncryptionScheme,
  encryptionSchemes,
  type KeySystemName,
  keySystemNames,
  type NetworkType,
  networkTypes,
  type OfferedKeySystem,
  type OfferedKeySystems,
  type PlaybackEventName,
  playbackEvents,
  type StartPart,
  type Stream,
  startParts,
  streamSchema,
} from './playback.ts';
export {
  type LearnerDay,
  type LearnerReport,
  leastRankedAttempts,
  type PlayPlace,
  type PlayQuality,
  type QualityDimension,
  type QualityGroup,
  type QualityReport,
  qualityDimensions,
  type ReportedVideo,
  type ReportedVideoSortKey,
  type ReportStepLength,
  reportedVideoSortKeys,
  retentionParts,
  type VideoReport,
  type VideoRetention,
} from './playback-reports.ts';
export {
  type ProofOfWork,
  proofOfWorkSchema,
  type WorkOrder,
  workOrderSchema,
  workParts,
} from './proof-of-work.ts';
export { type ProtectionReport, unpreventable, type WatchedPlayback } from './protection.ts';
export { formatQuota, type PacePorts, type QuotaNow } from './rate-limit.ts';
export { redactPrivate } from './redaction.ts';
export { administrators, isAdministrator, type UserType, userTypes } from './roles.ts';
export {
  type Runner,
  type RunnerPart,
  runnerInvitationHours,
  runnerLeaseSeconds,
  runnerRangeBytes,
  runnerSecretPrefix,
  runnerTokenPrefix,
} from './runners.ts';
export {
  type AuditCheckResult,
  type AuditCheckStatus,
  type AuditEvidence,
  type AuditReport,
  type AuditReportSummary,
  type AuditStatus,
  type AuditType,
  acceptedRiskDays,
  auditListLimits,
  auditTypeSelections,
  auditTypes,
  type Compliance,
  type ComplianceFramework,
  complianceFrameworks,
  type Finding,
  type FindingCategory,
  type FindingDetail,
  type FindingSeverity,
  type FindingStatus,
  findingCategories,
  findingSeverities,
  findingStatuses,
  type OverallRisk,
  type RemediationPriority,
  remediationPriorities,
  type SecurityDashboard,
  type SecurityMetrics,
} from './security-audit.ts';
export { isVisible, removeRewriting } from './shown-line.ts';
export { neutraliseCell } from './spreadsheet-cell.ts';
export type { StorageKind, StorageLevel, StorageUse, StoredVideo } from './storage-use.ts';
export {
  type ConfigNumber,
  type ConfigSection,
  type ConfigSwitch,
  firstSystemConfig,
  type SystemConfig,
  type SystemConfigView,
  systemConfigFields,
  systemConfigSchema,
} from './system-config.ts';
export { tags } from './tags.ts';
export type { UnfinishedUpload } from './unfinished-upload.ts';
export type { Activation, ManagedUser, OwnUser, Places, SessionView, UserDetail } from './user.ts';
export {
  type ColumnMapping,
  columnMappingSchema,
  type ImportColumn,
  type ImportFailure,
  type ImportJob,
  importColumns,
  type RowError,
  type RowProblem,
  requiredImportColumns,
} from './user-import.ts';
export { userSortKeys } from './user-list-query.ts';
export {
  faultsOfFile,
  type ProcessingFailure,
  type ProcessingStep,
  type ProcessingStepState,
  processingFailures,
  processingSteps,
  type UploadJob,
  type UploadJobDetail,
  type Video,
  type VideoTermination,
  videoDifficulties,
  videoStatuses,
  videoTypes,
} from './video.ts';
export type { VideoInsights } from './video-insights.ts';
export { videoSortKeys } from './video-list-query.ts';
