import {
  type AdminHome,
  homeCountLimit,
  homeWeekDays,
  type OpenJob,
  type Permission,
  type SetupStep,
} from '@prahari/contract';

/** As many as fit beside the numbers. */
const shownJobs = 5;

/** Sums up what is under way: running jobs first, the rest in the order in which it was sent. */
export function summarizeJobs(
  open: readonly OpenJob[],
  failedUploads: number,
): NonNullable<AdminHome['jobs']> {
  const count = (is: (job: OpenJob) => boolean) => Math.min(open.filter(is).length, homeCountLimit);
  const isRunning = ({ state }: OpenJob) => state === 'running';
  return {
    running: count(isRunning),
    queued: count((job) => !isRunning(job)),
    waitingForRoom: count(({ waitsForRoom }) => waitsForRoom),
    failedUploads,
    items: [...open.filter(isRunning), ...open.filter((job) => !isRunning(job))].slice(
      0,
      shownJobs,
    ),
  };
}

/** The permission that a set-up step needs; the other steps are for every administrator. */
export const rightOfStep = {
  people: 'users.write',
  video: 'videos.write',
  licenceService: 'system.configure',
} as const satisfies Partial<Record<SetupStep, Permission>>;

/** With these done, an installation is in use: the set-up guide is no longer needed. */
const essential: readonly SetupStep[] = ['people', 'video'];

/**
 * Plans the list that leads through a new installation.
 * @param done whether each step is done, in order; steps that the caller may not take are missing
 * @returns null once nothing essential is left
 */
export function planSetup(done: ReadonlyMap<SetupStep, boolean>): AdminHome['setup'] {
  const isBeginning = essential.some((step) => done.get(step) === false);
  return isBeginning ? [...done].map(([step, isDone]) => ({ step, isDone })) : null;
}

const dayMs = 86_400_000;

/** Lists when the last days began, the oldest first and today last, on a clock so far ahead of UTC. */
export function listDays(now: Date, utcOffsetMinutes: number): Date[] {
  const shiftMs = utcOffsetMinutes * 60_000;
  const today = Math.floor((now.getTime() + shiftMs) / dayMs) * dayMs - shiftMs;
  return Array.from(
    { length: homeWeekDays },
    (_, at) => new Date(today - (homeWeekDays - 1 - at) * dayMs),
  );
}
