import {
  type AdminHome,
  type AdminWeek,
  homeCountLimit,
  homePlayingLimit,
  type SetupStep,
} from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import {
  countClientErrorsSince,
  countUnresolvedKinds,
} from '../client-errors/client-errors.repository.ts';
import { findOldestKept } from '../client-errors/client-errors.rules.ts';
import type { SystemDeps } from '../system.deps.ts';
import { listDays, planSetup, rightOfStep, summarizeJobs } from './home.rules.ts';

type HomeDeps = Pick<SystemDeps, 'db' | 'clock' | 'visibleIds' | 'home'>;

const most = homeCountLimit;
const hourMs = 3_600_000;
const shownPlaying = 6;
const shownAlerts = 5;
const shownVideos = 4;
/** Errors that are read to count their kinds: a storm of them says no more. */
const readErrors = 1000;

/**
 * Describes what needs an administrator's attention and what is going on. One query after the
 * other: pages ask every few seconds, and players need the connections more.
 */
export async function describeAdminHome(deps: HomeDeps, caller: SessionCaller): Promise<AdminHome> {
  const { home, clock } = deps;
  const may = (right: SessionCaller['permissions'][number]) => caller.permissions.includes(right);
  const isOwnEnrolled = await home.isSecondFactorEnrolled(caller);
  return {
    at: clock.now().toISOString(),
    alerts: may('alerts.read')
      ? await home.summarizeAlerts(caller, { atMost: shownAlerts, most })
      : null,
    jobs: await describeJobs(deps, caller),
    storage: may('videos.write') ? await home.describeRoom() : null,
    playing: may('security.read')
      ? await home.findPlaying(caller, { atMost: shownPlaying, most: homePlayingLimit })
      : null,
    security: may('security.read') ? await describeSecurity(deps, caller) : null,
    people: may('users.read') ? { blocked: await home.countBlockedUsers(caller, most) } : null,
    clientErrors: may('performance.read') ? await describeClientErrors(deps, caller) : null,
    secondFactor: {
      isOwnEnrolled,
      administratorsWithout:
        caller.userType === 'SUPER_ADMIN' && may('users.read')
          ? await home.countAdministratorsWithoutFactor(most)
          : null,
    },
    setup: await describeSetup(deps, caller, isOwnEnrolled),
  };
}

/** Counts plays and sign-ins of the last days: one query for each chart, bounded by day. */
export async function describeAdminWeek(
  { home, clock }: HomeDeps,
  caller: SessionCaller,
  utcOffsetMinutes: number,
): Promise<AdminWeek> {
  const days = listDays(clock.now(), utcOffsetMinutes);
  const most = homePlayingLimit;
  const may = (right: SessionCaller['permissions'][number]) => caller.permissions.includes(right);
  return {
    days: days.map((day) => day.toISOString()),
    plays: may('security.read')
      ? await home.countPlays(caller, days, { atMost: shownVideos, most })
      : null,
    signIns: may('users.read') ? { counts: await home.countSignIns(caller, days, most) } : null,
  };
}

async function describeJobs({ home }: HomeDeps, caller: SessionCaller): Promise<AdminHome['jobs']> {
  const mayUpload = caller.permissions.includes('videos.write');
  const mayImport = caller.permissions.includes('users.import');
  if (!mayUpload && !mayImport) return null;
  const uploads = mayUpload ? await home.findUploadJobs(caller, most) : { open: [], failed: 0 };
  const imports = mayImport ? await home.listOpenImports(caller, most) : [];
  return summarizeJobs([...uploads.open, ...imports], uploads.failed);
}

async function describeSecurity({ home, clock }: HomeDeps, caller: SessionCaller) {
  const since = new Date(clock.now().getTime() - hourMs);
  return {
    ...(await home.summarizeSecurity(caller, most)),
    licenceFailuresOfHour: await home.countLicenceFailures(caller, since, most),
  };
}

async function describeClientErrors({ db, clock, visibleIds }: HomeDeps, caller: SessionCaller) {
  const now = clock.now();
  const visible = visibleIds(caller);
  const kept = { visible, since: findOldestKept(now) };
  const ofHour = { visible, since: new Date(now.getTime() - hourMs) };
  return {
    unresolved: await countUnresolvedKinds(db, kept, { read: readErrors, most }),
    ofHour: await countClientErrorsSince(db, ofHour, most),
  };
}

async function describeSetup(
  { home }: HomeDeps,
  caller: SessionCaller,
  isOwnEnrolled: boolean,
): Promise<AdminHome['setup']> {
  // A one-time password signs no one in: the sign-in first requires a new password.
  const done = new Map<SetupStep, boolean>([
    ['password', true],
    ['secondFactor', isOwnEnrolled],
  ]);
  const found = {
    people: () => home.hasLearner(caller),
    video: () => home.hasVideo(caller),
    licenceService: () => home.hasLicenceService(),
  };
  for (const step of ['people', 'video', 'licenceService'] as const) {
    if (caller.permissions.includes(rightOfStep[step])) done.set(step, await found[step]());
  }
  return planSetup(done);
}
