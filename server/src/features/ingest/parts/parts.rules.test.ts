import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeElsewhere,
  formatHelperFolder,
  formatPartFileName,
  isHelperFolder,
  orderForHelper,
  type PartStanding,
  parsePartFileName,
  planMove,
} from './parts.rules.ts';

const uuid = '0190b3a0-0000-7000-8000-000000000000';
const other = '0190b3a0-0000-7000-8000-000000000001';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly place: number;
  readonly weight: number;
  state: PartStanding['state'];
  progress: number;
  holder: number | null;
  doneAt: number;
}
const view = (row: Row): PartStanding => ({ ...row, isHeld: row.holder !== null });

interface Evening {
  readonly weights: readonly number[];
  /** The first has the video. */
  readonly workers: number;
  /** Seconds of pictures at which a helper dies, and with it what it has in hand. */
  readonly deaths?: readonly { readonly worker: number; readonly at: number }[];
  /** Parts that helpers can't make. */
  readonly unmakeable?: ReadonlySet<string>;
}

/**
 * Plays through how workers take parts, by the rules that decide it, at one second of pictures a
 * second. The lease of a worker that died runs out at once.
 * @returns when the last part was kept, and how often each was
 */
function simulate({ weights, workers, deaths = [], unmakeable = new Set() }: Evening) {
  const rows = weights.map((weight, place): Row => {
    const name = `p${place}`;
    return {
      id: name,
      name,
      place,
      weight,
      state: 'waiting',
      progress: 0,
      holder: null,
      doneAt: 0,
    };
  });
  const wanted = new Set(rows.map(({ name }) => name));
  const kept = new Map<string, number>();
  const dead = new Set<number>();
  const gone: Row[] = [];
  const keep = (row: Row) => {
    kept.set(row.name, (kept.get(row.name) ?? 0) + 1);
    wanted.delete(row.name);
  };
  let now = 0;
  const mayFail = [...deaths].toSorted((a, b) => a.at - b.at);
  for (let turn = 0; turn < 10_000; turn += 1) {
    for (let worker = 0; worker < workers; worker += 1) {
      if (dead.has(worker) || rows.some(({ holder }) => holder === worker)) continue;
      const take = (row: Row | undefined) => {
        if (!row) return;
        row.holder = worker;
        row.doneAt = now + row.weight;
      };
      const rowOf = (part: PartStanding | undefined) => rows.find(({ id }) => id === part?.id);
      if (worker > 0) {
        take(rowOf(orderForHelper(rows.map(view))[0]));
        continue;
      }
      const move = planMove(wanted, rows.map(view));
      for (const part of move.fetch) {
        const row = rowOf(part);
        if (row) keep(row);
      }
      expect(move.make).toEqual([]);
      take(rowOf(move.claim[0]));
    }
    if (wanted.size === 0) return { seconds: now, kept };
    const ends = rows.flatMap(({ holder, doneAt }) => (holder === null ? [] : doneAt));
    const death = mayFail[0];
    const next = Math.min(...ends);
    if (death && (death.at <= next || !Number.isFinite(next))) {
      mayFail.shift();
      now = Math.max(now, death.at);
      dead.add(death.worker);
      for (const row of rows) if (row.holder === death.worker) row.holder = null;
      continue;
    }
    now = next;
    for (const row of rows.filter(({ holder, doneAt }) => holder !== null && doneAt <= now)) {
      const { holder } = row;
      row.holder = null;
      if (holder === 0) {
        keep(row);
        gone.push(...rows.splice(rows.indexOf(row), 1));
      } else row.state = unmakeable.has(row.name) ? 'left' : 'made';
    }
  }
  throw new Error('it does not end');
}

/** An hour in pieces of 24 s and five minutes of sound, which costs a tenth. */
const lecture = [...Array.from({ length: 12 }, () => 27), ...Array.from({ length: 150 }, () => 24)];
const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);

test('one worker takes as long as before, and the time falls with each more', () => {
  const [one, two, four] = [1, 2, 4].map(
    (workers) => simulate({ weights: lecture, workers }).seconds,
  );
  process.stdout.write(
    `an hour of pictures: ${one} s by one worker, ${two} by two, ${four} by four\n`,
  );
  expect(one).toBe(sum(lecture));
  expect(two).toBeLessThan(sum(lecture) / 1.98);
  expect(four).toBeLessThan(sum(lecture) / 3.9);
});

test('each part is kept once, whichever helpers die and whatever they cannot make', () => {
  const evening = fc.record({
    weights: fc.array(fc.integer({ min: 1, max: 48 }), { minLength: 1, maxLength: 40 }),
    workers: fc.integer({ min: 1, max: 5 }),
    deaths: fc.array(
      fc.record({ worker: fc.integer({ min: 1, max: 4 }), at: fc.integer({ min: 0, max: 300 }) }),
      { maxLength: 6 },
    ),
    hard: fc.array(fc.integer({ min: 0, max: 39 })),
  });
  fc.assert(
    fc.property(evening, ({ weights, workers, deaths, hard }) => {
      const unmakeable = new Set(hard.map((place) => `p${place}`));
      const { kept, seconds } = simulate({ weights, workers, deaths, unmakeable });
      expect([...kept.keys()]).toHaveLength(weights.length);
      expect([...kept.values()].every((times) => times === 1)).toBe(true);
      // All alone it would make each part itself, once; a part that was lost or refused, twice.
      expect(seconds).toBeLessThanOrEqual(2 * sum(weights) + 48);
      if (deaths.length === 0 && unmakeable.size === 0) {
        expect(seconds).toBeLessThanOrEqual(sum(weights) / workers + Math.max(...weights));
      }
    }),
  );
});

const standing = (name: string, place: number, more: Partial<PartStanding> = {}): PartStanding => {
  const usual = { weight: 24, state: 'waiting', isHeld: false, progress: 0 } as const;
  return { id: name, name, place, ...usual, ...more };
};

test('the owner starts with left parts and then at the beginning, helpers start at the end', () => {
  const rows = [
    standing('b', 2),
    standing('a', 1),
    standing('held', 0, { isHeld: true }),
    standing('left', 3, { state: 'left' }),
    standing('made', 4, { state: 'made' }),
  ];
  const names = (parts: readonly PartStanding[]) => parts.map(({ name }) => name);
  const move = planMove(new Set(['a', 'b', 'held', 'left', 'made', 'unknown']), rows);
  expect(names(move.claim)).toEqual(['left', 'a', 'b']);
  expect(names(move.fetch)).toEqual(['made']);
  expect(move.make).toEqual(['unknown']);
  expect(names(orderForHelper(rows))).toEqual(['b', 'a']);
  expect(planMove(new Set(), rows)).toEqual({ fetch: [], claim: [], make: [] });
});

test('counts the progress of others on parts that are still needed', () => {
  const rows = [
    standing('a', 0, { isHeld: true, progress: 0.5 }),
    standing('own', 1, { isHeld: true, progress: 0.5 }),
    standing('made', 2, { state: 'made', progress: 1 }),
    standing('fetched', 3, { state: 'made', progress: 1 }),
    standing('given back', 4, { progress: 0.9 }),
  ];
  const wanted = new Set(['a', 'own', 'made', 'given back']);
  expect(computeElsewhere(wanted, rows, 'own')).toBe(12 + 24);
});

test('files of parts are known by their names, and no others are', () => {
  const name = formatPartFileName({ jobId: uuid, partId: other, fence: 12 }, 'v1080.mp4');
  expect(parsePartFileName(name)).toEqual({ jobId: uuid, partId: other });
  for (const wrong of [`${uuid}.source`, `${name}/x`, `x${name}`, name.replace('.mp4', '.m4')]) {
    expect(parsePartFileName(wrong), wrong).toBeUndefined();
  }
});

test('folders of helpers are distinguished from those of tries', () => {
  expect(isHelperFolder(formatHelperFolder(uuid))).toBe(true);
  expect(isHelperFolder('try-3')).toBe(false);
});
