import { parseArgs } from 'node:util';
import { measuredFigures } from './figures.ts';
import { type Demand, planMachines } from './plan-machines.ts';

/** What is asked for by `--learners 5000`, and how much of it there is where it is left out. */
const questions = {
  learners: [1000, 'learners who watch at one time'],
  'arrival-minutes': [20, 'minutes in which they all sign in'],
  'megabits-per-second': [1.2, 'Mbit/s for each, on average'],
  'hours-per-day': [2, 'hours that each watches on a day'],
  'lessons-per-day': [5, 'new lessons a day'],
  'minutes-per-lesson': [45, 'minutes of a lesson'],
  'convert-hours': [8, 'hours in which they shall be ready'],
  'lessons-kept': [500, 'lessons that are kept'],
  'report-days': [35, 'days for which single reports are kept'],
} as const;
type Question = keyof typeof questions;

const options = Object.fromEntries(
  Object.keys(questions).map((name) => [name, { type: 'string' as const }]),
);

function readDemand(values: Readonly<Record<string, unknown>>): Demand {
  const read = (name: Question): number => {
    const number = Number(values[name] ?? questions[name][0]);
    if (Number.isFinite(number) && number > 0) return number;
    throw new TypeError(`--${name} needs a number above 0: ${questions[name][1]}.`);
  };
  return {
    learners: read('learners'),
    arrivalMinutes: read('arrival-minutes'),
    megabitsPerSecond: read('megabits-per-second'),
    hoursPerDay: read('hours-per-day'),
    lessonsPerDay: read('lessons-per-day'),
    minutesPerLesson: read('minutes-per-lesson'),
    convertHours: read('convert-hours'),
    lessonsKept: read('lessons-kept'),
    reportDays: read('report-days'),
  };
}

try {
  const demand = readDemand(parseArgs({ options }).values);
  const plan = planMachines(demand, measuredFigures);
  const round = (value: number) => Number(value.toPrecision(2)).toLocaleString('en');
  const asked = Object.values(questions).map(
    ([, words], at) => `  ${round(Object.values(demand)[at] ?? 0)} ${words}`,
  );
  const cores = (count: number) => `${count} ${count === 1 ? 'core' : 'cores'}`;
  const lines = [
    'For',
    ...asked,
    '',
    'you need about',
    `  ${cores(plan.webCores)} for web processes (one process for each)`,
    `  ${cores(plan.databaseCores)} for PostgreSQL`,
    `  ${cores(plan.nginxCores)} for nginx, or a CDN, which sends ${round(plan.gigabitsPerSecond)} Gbit/s`,
    `  ${cores(plan.workerCores)} for workers`,
    `  ${round(plan.mediaTerabytes)} TB for media, ${round(plan.databaseGigabytes)} GB for reports in the database`,
    plan.needsPooler ? '  PgBouncer before PostgreSQL (deploy/pgbouncer)' : '',
    '',
    'What each figure comes from, and what it leaves out: docs/sizing.md.',
  ];
  process.stdout.write(
    `${lines.filter((line, at) => line !== '' || lines[at - 1] !== '').join('\n')}\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
