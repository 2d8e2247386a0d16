import { randomUUID } from 'node:crypto';
import { aLoadReport } from './role-inputs.ts';
import { row } from './role-row.ts';
import {
  administrators,
  byRight,
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

export const analyticsRows = {
  get: row(byRight),
  overview: row(byRight),
  metrics: row(byRight),
  realTime: row(byRight),
  signIns: row(byRight),
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
