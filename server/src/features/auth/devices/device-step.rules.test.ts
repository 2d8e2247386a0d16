import type { DeviceStep } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeviceTrail, extendTrail, judgeStep, type StepVerdict } from './device-step.rules.ts';

/** The server's memory: one for all its processes, as it lies in the database. */
function createServer() {
  let trail: DeviceTrail | null = null;
  return {
    /** @param isForMore as a copy asks that keeps the cookie it got; a lost answer is asked for again */
    take(step: DeviceStep | null, isForMore = false): StepVerdict {
      const verdict = judgeStep(trail, step, isForMore);
      trail = extendTrail(trail, step, { verdict, isForMore }) ?? trail;
      return verdict;
    },
    trail: () => trail,
    putBack: (older: DeviceTrail | null) => {
      trail = older;
    },
  };
}

let labels = 0;
function newLabel(): string {
  labels += 1;
  return `label-${labels}`;
}

interface Kept extends DeviceStep {
  readonly isTaken: boolean;
}

/** The files of a browser, as `web/src/shared/api/device-steps.ts` keeps them. */
function createBrowser(files: Kept | null = null) {
  let kept = files;
  /**
   * The state after a crash: marks of accepted steps may not be on disk yet, the steps themselves
   * are.
   */
  let onDisk = files;
  return {
    next(): DeviceStep {
      if (!kept || kept.isTaken) {
        const { to: from = newLabel(), count = 0 } = kept ?? {};
        kept = { from, to: newLabel(), count: count + 1, isTaken: false };
        onDisk = kept;
      }
      const { from, to, count } = kept;
      return { from, to, count };
    },
    acknowledge({ to }: DeviceStep): void {
      if (kept?.to === to) kept = { ...kept, isTaken: true };
    },
    crash(): void {
      kept = onDisk;
    },
    files: () => kept,
  };
}

const say = fc.constantFrom('send', 'arrive', 'arrive-late', 'answer', 'lose', 'crash');

describe('an honest browser', () => {
  it('is never taken for a copy, in any order of requests that its tabs send, lose, repeat and forget', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(say, fc.nat(20)), { maxLength: 120 }), (story) => {
        const server = createServer();
        const browser = createBrowser();
        const onTheWay: DeviceStep[] = [];
        const answers: DeviceStep[] = [];
        const heard: StepVerdict[] = [];
        const remove = (from: DeviceStep[], n: number) => from.splice(n % from.length, 1)[0];
        for (const [what, n] of story) {
          // Each tab sends for itself, with no word to the others.
          if (what === 'send') onTheWay.push(browser.next());
          if (what === 'crash') browser.crash();
          if (what === 'lose' && answers.length > 0) remove(answers, n);
          const step = what.startsWith('arrive') && onTheWay[0] ? remove(onTheWay, n) : undefined;
          if (step) {
            heard.push(server.take(step));
            // The network may repeat a request whose answer is still to come.
            if (what === 'arrive-late') onTheWay.push(step);
            answers.push(step);
          }
          const answered = what === 'answer' && answers[0] ? remove(answers, n) : undefined;
          if (answered) browser.acknowledge(answered);
        }
        expect(heard).not.toContain('copied');
        expect(heard).not.toContain('missing');
      }),
    );
  });

  it('continues after a database was restored from a backup', () => {
    const server = createServer();
    const browser = createBrowser();
    const walk = () => {
      const step = browser.next();
      const verdict = server.take(step);
      browser.acknowledge(step);
      return verdict;
    };
    const before = [walk(), walk(), walk()];
    const backup = server.trail();
    const after = [walk(), walk(), walk()];
    server.putBack(backup);
    expect([...before, ...after, walk(), walk()]).toEqual([
      ...['first', 'next', 'next', 'next', 'next', 'next'],
      ...['first', 'next'],
    ]);
  });
});

describe('two copies of one browser', () => {
  it('are found at the latest when both took two steps, whenever the copy was made', () => {
    fc.assert(
      fc.property(
        fc.nat(80),
        fc.boolean(),
        fc.array(fc.boolean(), { maxLength: 200 }),
        (stepsBefore, isTaken, turns) => {
          const server = createServer();
          const owner = createBrowser();
          const walk = (browser: ReturnType<typeof createBrowser>, isAnswered = true) => {
            const step = browser.next();
            const verdict = server.take(step);
            if (isAnswered) browser.acknowledge(step);
            return verdict;
          };
          for (let i = 0; i < stepsBefore; i += 1) walk(owner);
          walk(owner, isTaken);
          const copy = createBrowser(owner.files());
          const heard = turns.map((isCopy) => walk(isCopy ? copy : owner));
          heard.push(walk(owner), walk(copy), walk(owner), walk(copy));
          expect(heard).toContain('copied');
        },
      ),
    );
  });

  it('can’t hide by leaving steps out, beginning again or counting ahead', () => {
    const server = createServer();
    const owner = createBrowser();
    const own = () => {
      const step = owner.next();
      owner.acknowledge(step);
      return server.take(step);
    };
    expect([own(), own(), own()]).toEqual(['first', 'next', 'next']);
    expect(server.take(null)).toBe('missing');
    expect(server.take({ from: newLabel(), to: newLabel(), count: 1 })).toBe('copied');
    // Taken for a browser with a restored database, until the owner returns.
    expect(server.take({ from: newLabel(), to: newLabel(), count: 1000 })).toBe('first');
    expect(own()).toBe('copied');
  });
});

it.each<[string, (last: DeviceStep) => DeviceStep[]]>([
  [
    'goes back to an earlier label',
    ({ to, count }) => {
      const aside = newLabel();
      return [
        { from: to, to: aside, count: count + 1 },
        { from: aside, to, count: count + 2 },
      ];
    },
  ],
  ['goes round in a loop', ({ to, count }) => [{ from: to, to, count: count + 1 }]],
  ['counts ahead onto a known label', ({ to }) => [{ from: newLabel(), to, count: 1000 }]],
  ['does not count', ({ to, count }) => [{ from: to, to: newLabel(), count }]],
])('a copy that %s is found at once', (_, forge) => {
  const server = createServer();
  const owner = createBrowser();
  const own = () => {
    const step = owner.next();
    owner.acknowledge(step);
    server.take(step);
    return step;
  };
  own();
  expect(
    forge(own())
      .map((step) => server.take(step))
      .at(-1),
  ).toBe('copied');
});

it('a step is repeated for more a few times, as after crashes, and then by a copy', () => {
  const server = createServer();
  const owner = createBrowser();
  const step = owner.next();
  server.take(step);
  expect([1, 2, 3, 4, 5].map(() => server.take(step, true))).toEqual([
    ...['again', 'again', 'again', 'again', 'copied'],
  ]);
  // An answer may be asked for as often as one likes.
  expect(server.take(step)).toBe('again');
  owner.acknowledge(step);
  expect(server.take(owner.next())).toBe('next');
  expect(server.trail()?.repeats).toBe(0);
});

it('a client that sends no steps is not judged by them', () => {
  expect(judgeStep(null, null, true)).toBe('none');
  expect(extendTrail(null, null, { verdict: 'none', isForMore: true })).toBeNull();
});
