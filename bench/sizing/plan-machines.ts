import type { SizingFigures } from './figures.ts';

/** What an institution expects of its busiest hour, and of its days. */
export interface Demand {
  /** Who watch at one time. */
  readonly learners: number;
  /** In which all of them sign in and begin. */
  readonly arrivalMinutes: number;
  /** Of the rendition that they get on average. */
  readonly megabitsPerSecond: number;
  /** That one learner watches on a day. */
  readonly hoursPerDay: number;
  readonly lessonsPerDay: number;
  readonly minutesPerLesson: number;
  /** In which the lessons of a day shall be ready. */
  readonly convertHours: number;
  /** All lessons that are kept. */
  readonly lessonsKept: number;
  /** How long single reports are kept. */
  readonly reportDays: number;
}

export interface MachinePlan {
  readonly webCores: number;
  readonly databaseCores: number;
  readonly nginxCores: number;
  readonly workerCores: number;
  readonly gigabitsPerSecond: number;
  readonly mediaTerabytes: number;
  readonly databaseGigabytes: number;
  /** Web processes, one for each core, and workers: what opens connections to the database. */
  readonly processes: number;
  readonly needsPooler: boolean;
}

/** A player reports so often (spec section 9). */
const reportEverySeconds = 30;
/** Picture and sound, each in segments of two seconds (docs/decisions/0037). */
const segmentsPerSecond = 1;
/** Above that, waiting grows faster than use. */
const mostUse = 0.6;
/** From so many processes on, each with up to 17 connections (docs/decisions/0071). */
const processesWithoutPooler = 10;
const [kilo, day] = [1000, 86_400];

/** Cores that would be in use all the time, of each part that learners use. */
interface BusyCores {
  readonly web: number;
  readonly database: number;
  readonly nginx: number;
}

/** Says how many cores the worst moment of an evening keeps busy. */
function computeBusyCores(demand: Demand, figures: SizingFigures): BusyCores {
  const arrivalsPerSecond = demand.learners / (demand.arrivalMinutes * 60);
  const reportsPerSecond = demand.learners / reportEverySeconds;
  const coresFor = (signInMs: number, startMs: number, reportMs: number): number =>
    (arrivalsPerSecond * (signInMs + startMs) + reportsPerSecond * reportMs) / kilo;
  const { signInDatabaseMs, startDatabaseMs, reportDatabaseMs } = figures;
  return {
    web: coresFor(figures.signInWebMs, figures.startWebMs, figures.reportWebMs),
    database: coresFor(signInDatabaseMs, startDatabaseMs, reportDatabaseMs),
    nginx:
      (demand.learners * segmentsPerSecond * figures.nginxSegmentMs) / kilo +
      countMegabytesPerSecond(demand) / figures.nginxMegabytesPerCoreSecond,
  };
}

const countMegabytesPerSecond = ({ learners, megabitsPerSecond }: Demand) =>
  (learners * megabitsPerSecond) / 8;

/** Says what the demand takes, rounded up to whole cores. */
export function planMachines(demand: Demand, figures: SizingFigures): MachinePlan {
  const busy = computeBusyCores(demand, figures);
  const convertSeconds =
    demand.lessonsPerDay * demand.minutesPerLesson * figures.convertSecondsPerMinute;
  const keptMinutes = demand.lessonsKept * demand.minutesPerLesson;
  const reportsPerDay = (demand.learners * demand.hoursPerDay * 3600) / reportEverySeconds;

  const webCores = toCores(busy.web);
  const workerCores = toCores(convertSeconds / Math.min(demand.convertHours * 3600, day));
  const processes = webCores + workerCores;
  return {
    webCores,
    databaseCores: toCores(busy.database),
    nginxCores: toCores(busy.nginx),
    workerCores,
    gigabitsPerSecond: (countMegabytesPerSecond(demand) * 8) / kilo,
    mediaTerabytes: (keptMinutes * figures.storedMegabytesPerMinute) / kilo ** 2,
    databaseGigabytes: (reportsPerDay * demand.reportDays * figures.reportBytes) / kilo ** 3,
    processes,
    needsPooler: processes > processesWithoutPooler,
  };
}

function toCores(busyCores: number): number {
  return Math.max(1, Math.ceil(busyCores / mostUse));
}
