import { randomUUID } from 'node:crypto';
import { aLearner, aLoadReport, aVideo, byId } from './role-inputs.ts';
import { row } from './role-row.ts';
import {
  administrators,
  byRight,
  byScope,
  everybody,
  signedIn,
  superNowhere,
  superOnly,
} from './role-verdicts.ts';

export const performanceRows = {
  overview: row(byRight),
  metrics: row(byRight),
  systemHealth: row(byRight),
  adminSystemHealth: row(byRight),
  loadTests: row(byRight),
  storeLoadTest: row(superOnly, () => ({
    body: { ...aLoadReport, steps: [...aLoadReport.steps] },
  })),
  loadRun: row(byRight),
  // Of a lesson that isn't there: nothing is started.
  startLoadRun: row(superNowhere, () => ({
    body: { videoId: randomUUID(), learners: 1, seconds: 1 },
  })),
  cancelLoadRun: row(superNowhere, () => ({ params: { id: randomUUID() } })),
  dashboardMetrics: row(administrators),
  // From this machine; others need the token of probes.
  current: row(everybody(200)),
  lastHour: row(everybody(200)),
  reset: row(superOnly),
  networkCheck: row(signedIn),
};

export const playbackReportRows = {
  videos: row(byRight),
  video: row(byScope, aVideo),
  learner: row(byScope, byId),
  learnerDays: row(byScope, aLearner),
  quality: row(byRight),
};

export const analyticsRows = {
  get: row(byRight),
  overview: row(byRight),
  metrics: row(byRight),
  realTime: row(byRight),
  signIns: row(byRight),
};

const aPart = () => ({ params: { id: randomUUID() }, body: { fence: 1 } });

export const runnerRows = {
  list: row(superOnly),
  invite: row(superOnly, () => ({ body: { name: 'Library' } })),
  revoke: row(superNowhere, () => ({ params: { id: randomUUID() } })),
  // They need a secret of their own, which no user has.
  register: row(everybody(401)),
  take: row(everybody(401), () => ({
    body: { canMapTones: true, encoder: { name: 'libx264', device: null } },
  })),
  source: row(everybody(401), () => ({
    params: { id: randomUUID() },
    query: { fence: 1, start: 0, end: 1 },
  })),
  progress: row(everybody(401), aPart),
  putFile: row(everybody(401), () => ({ params: { id: randomUUID(), name: 'v240.mp4' } })),
  give: row(everybody(401), aPart),
  giveBack: row(everybody(401), aPart),
};

export const systemRows = {
  root: row(everybody(200)),
  version: row(everybody(200)),
  health: row(everybody(200)),
  liveness: row(everybody(200)),
  readiness: row(everybody(200)),
  // From this machine; others need the token of probes.
  deepHealth: row(everybody(200)),
  metrics: row(everybody(200)),
  config: row(superOnly),
  updateConfig: row([401, 403, 403, 403, 403, 403, 'let in'], () => ({
    body: { version: 0, config: {} },
  })),
  adminConfig: row(superOnly),
  updateAdminConfig: row([401, 403, 403, 403, 403, 403, 'let in'], () => ({
    body: { version: 0, config: {} },
  })),
};
