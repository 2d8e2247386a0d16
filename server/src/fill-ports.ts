import type { Alerts, MeasurePorts } from './features/alerts/index.ts';
import type { Auth } from './features/auth/index.ts';
import type { Drm } from './features/drm/index.ts';
import type { Ingest } from './features/ingest/index.ts';
import type { Playback } from './features/playback/index.ts';
import type { HomePorts } from './features/system/index.ts';
import type { Users, UsersPorts } from './features/users/index.ts';
import type { Videos } from './features/videos/index.ts';

/** Fills what users ask of features that are created after them. */
export function fillUsersPorts(auth: () => Auth, playback: () => Playback): UsersPorts {
  return {
    hashPassword: (password) => auth().hashPassword(password),
    endSessions: (trx, userId, cause) => auth().endSessions(trx, userId, cause),
    endSessionsOf: (trx, userIds, cause) => auth().endSessionsOf(trx, userIds, cause),
    forgetNotes: (trx, userId) => playback().deleteNotes(trx, userId),
    endSession: (trx, userId, id, cause) => auth().endSession(trx, userId, id, cause),
    sessionsOf: (userId, currentId) => auth().listSessions(userId, currentId),
    devices: {
      of: (userIds, within) => auth().devices.of(userIds, within),
      allOf: (userId, within) => auth().devices.allOf(userId, within),
      set: (trx, userId, deviceId) => auth().devices.set(trx, userId, deviceId),
      clear: (trx, userId) => auth().devices.clear(trx, userId),
    },
    secondFactor: {
      isEnrolled: (holder, within) => auth().secondFactors.isEnrolled(holder, within),
      clear: (trx, userId, byUserId) => auth().secondFactors.clear(trx, userId, byUserId),
      forget: (trx, userId) => auth().secondFactors.forget(trx, userId),
    },
    rightsChanged: (trx, userId) => auth().publishRightsChange(trx, userId),
    audienceChanged: (trx, userIds) => playback().endUnentitled(trx, userIds),
    loginHistoryOf: (userId, page) => auth().listLoginHistory(userId, page),
  };
}

/** Fills what alerts do to accounts, sessions and playback. */
export function fillMeasurePorts({
  auth,
  users,
  playback,
}: {
  readonly auth: Auth;
  readonly users: Users;
  readonly playback: Playback;
}): MeasurePorts {
  return {
    endSessions: (trx, userId) => auth.endSessions(trx, userId, 'ended_by_alert'),
    endSession: (trx, userId, id) => auth.endSession(trx, userId, id, 'ended_by_alert'),
    isBlocked: async (userId) => (await users.findUserById(userId))?.status === 'blocked',
    blockLearner: (userId) => users.blockLearner(userId),
    liftBlock: users.liftPlatformBlock,
    suspendPlayback: playback.suspendPlayback,
    liftSuspension: playback.liftSuspension,
    tightenSignIns: auth.tightenSignIns,
    liftTightening: auth.liftTightening,
  };
}

/** Fills what the administrators' home page shows of each feature. */
export function fillHomePorts({
  users,
  auth,
  videos,
  ingest,
  drm,
  playback,
  alerts,
}: {
  readonly users: Users;
  readonly auth: Auth;
  readonly videos: Videos;
  readonly ingest: Ingest;
  readonly drm: Drm;
  readonly playback: Playback;
  readonly alerts: Alerts;
}): HomePorts {
  return {
    summarizeAlerts: alerts.summarizeOpen,
    findUploadJobs: ingest.findJobsUnderWay,
    listOpenImports: users.importJobs.listUnderWay,
    describeRoom: ingest.describeRoom,
    findPlaying: playback.findPlaying,
    summarizeSecurity: playback.summarizeSecurity,
    countPlays: playback.countPlays,
    countSignIns: auth.countSignIns,
    countLicenceFailures: drm.countLicenceFailures,
    countBlockedUsers: users.countBlocked,
    isSecondFactorEnrolled: (caller) => auth.secondFactors.isEnrolled(caller),
    countAdministratorsWithoutFactor: auth.secondFactors.countWithout,
    hasLearner: users.hasLearner,
    hasVideo: videos.hasManagedVideo,
    hasLicenceService: drm.hasLicenceService,
  };
}
