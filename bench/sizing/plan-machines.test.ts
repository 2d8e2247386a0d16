import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Demand, planMachines } from './plan-machines.ts';

const figures = {
  signInWebMs: 60,
  signInDatabaseMs: 2,
  startWebMs: 12,
  startDatabaseMs: 4,
  reportWebMs: 0.3,
  reportDatabaseMs: 0.1,
  reportBytes: 200,
  nginxSegmentMs: 0.1,
  nginxMegabytesPerCoreSecond: 1000,
  convertSecondsPerMinute: 120,
  storedMegabytesPerMinute: 25,
};
const board: Demand = {
  learners: 100_000,
  arrivalMinutes: 20,
  megabitsPerSecond: 1.2,
  hoursPerDay: 2,
  lessonsPerDay: 20,
  minutesPerLesson: 45,
  convertHours: 8,
  lessonsKept: 1000,
  reportDays: 30,
};

it('adds up what an evening of a state board takes', () => {
  // 83.3 arrivals and 3,333 reports a second: 83.3 × 72 ms + 3,333 × 0.3 ms = 7 cores at full use.
  expect(planMachines(board, figures)).toEqual({
    webCores: 12,
    databaseCores: 2,
    // 100,000 segments a second at 0.1 ms, and 15,000 MB: 25 cores at full use.
    nginxCores: 42,
    workerCores: 7,
    gigabitsPerSecond: 120,
    mediaTerabytes: 1.125,
    databaseGigabytes: 144,
    processes: 19,
    needsPooler: true,
  });
});

it('a kendra needs one core of each, and no pooler', () => {
  const kendra = { ...board, learners: 30, lessonsPerDay: 1, lessonsKept: 50 };
  const plan = planMachines(kendra, figures);
  expect([plan.webCores, plan.databaseCores, plan.nginxCores, plan.workerCores]).toEqual([
    1, 1, 1, 1,
  ]);
  expect(plan.needsPooler).toBe(false);
});

it('property: more of anything never takes less', () => {
  const demands = fc.record({
    learners: fc.integer({ min: 1, max: 1_000_000 }),
    arrivalMinutes: fc.integer({ min: 1, max: 600 }),
    megabitsPerSecond: fc.double({ min: 0.1, max: 10, noNaN: true }),
    hoursPerDay: fc.double({ min: 0.1, max: 24, noNaN: true }),
    lessonsPerDay: fc.integer({ min: 0, max: 1000 }),
    minutesPerLesson: fc.integer({ min: 1, max: 300 }),
    convertHours: fc.integer({ min: 1, max: 24 }),
    lessonsKept: fc.integer({ min: 0, max: 100_000 }),
    reportDays: fc.integer({ min: 1, max: 365 }),
  });
  const [grows, shrinks] = [
    ['learners', 'megabitsPerSecond', 'lessonsPerDay', 'lessonsKept', 'reportDays'] as const,
    ['arrivalMinutes', 'convertHours'] as const,
  ];
  fc.assert(
    fc.property(demands, (demand) => {
      const before = planMachines(demand, figures);
      const others = [
        ...grows.map((what) => ({ ...demand, [what]: demand[what] * 2 })),
        ...shrinks.map((what) => ({ ...demand, [what]: demand[what] / 2 })),
      ];
      for (const other of others) {
        const after = planMachines(other, figures);
        expect(after.webCores).toBeGreaterThanOrEqual(before.webCores);
        expect(after.workerCores).toBeGreaterThanOrEqual(before.workerCores);
        expect(after.nginxCores).toBeGreaterThanOrEqual(before.nginxCores);
        expect(after.mediaTerabytes).toBeGreaterThanOrEqual(before.mediaTerabytes);
        expect(after.databaseGigabytes).toBeGreaterThanOrEqual(before.databaseGigabytes);
      }
    }),
  );
});
