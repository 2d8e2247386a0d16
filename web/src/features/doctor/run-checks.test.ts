import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTexts, sayIn } from '../../shared/i18n/i18n.ts';
import { type CheckName, checkNames, type Finding, type Findings } from './finding.ts';
import { type Probes, runChecks } from './run-checks.ts';
import { formatSummary } from './summary.ts';

const never = <T>() => new Promise<T>(() => undefined);
const serverAnswer = {
  status: 200,
  roundTripMs: 20,
  clockAheadMs: 5,
  data: { serverTime: '2026-11-20T12:00:00Z', minimumScreenPixels: 1600, sampleBytes: 1 },
};
const healthy: Probes = {
  browser: () => ({
    userAgent: 'Chrome/142',
    hasMediaSource: true,
    hasEncryptedMedia: true,
    hasFullscreen: true,
  }),
  screen: (minimumPixels) => ({ verdict: 'allowed', width: 1920, height: 1080, minimumPixels }),
  codecs: async () => ({
    video: [
      { lines: 720, supported: true, smooth: true },
      { lines: 480, supported: true, smooth: true },
    ],
    hasSound: true,
  }),
  keySystems: async () => ({ clearKey: true, vendors: [] }),
  storage: async () => ({ hasCookies: true, hasDatabase: true, freeBytes: null }),
  server: async () => serverAnswer,
  line: async () => ({ receivedBytes: 1_000_000, seconds: 1 }),
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function checked(probes: Partial<Probes>, withinMs: number) {
  const found: Partial<Record<CheckName, Finding>> = {};
  const run = runChecks(
    { ...healthy, ...probes },
    (check, finding) => {
      found[check] = finding;
    },
    new AbortController().signal,
  );
  await vi.advanceTimersByTimeAsync(withinMs);
  return { found, run };
}

describe('a run of all checks', () => {
  test('finds something of each', async () => {
    const { found, run } = await checked({}, 0);
    await run;
    expect(new Set(Object.keys(found))).toEqual(new Set(checkNames));
    expect(Object.values(found).map(({ verdict }) => verdict)).toEqual(
      checkNames.map(() => 'good'),
    );
  });

  test('asks the screen by the rule of the server', async () => {
    const screen = vi.fn(healthy.screen);
    await (await checked({ screen }, 0)).run;
    expect(screen).toHaveBeenCalledWith(1600);
  });

  test('is over within ten seconds though nothing answers', async () => {
    const { found, run } = await checked(
      {
        codecs: never,
        keySystems: never,
        storage: never,
        server: (signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () =>
              resolve({ status: 0, roundTripMs: 4000, clockAheadMs: null, data: null }),
            );
          }),
      },
      10_000,
    );
    await run;
    expect(found).toMatchObject({
      codecs: { verdict: 'problem', says: 'unanswered' },
      keys: { verdict: 'problem', says: 'unanswered' },
      server: { verdict: 'problem', says: 'serverAway' },
      clock: { verdict: 'note' },
      network: { verdict: 'note', says: 'unanswered' },
    });
  });

  test('a probe that throws is no answer, and stops no other', async () => {
    const broken = async () => {
      throw new Error('denied');
    };
    const { found, run } = await checked({ storage: broken, line: async () => null }, 0);
    await run;
    expect(found.storage).toMatchObject({ verdict: 'problem', says: 'unanswered' });
    expect(found.keys?.verdict).toBe('good');
  });

  test('tells nothing once it was ended', async () => {
    const aborter = new AbortController();
    const tell = vi.fn();
    const run = runChecks(healthy, tell, aborter.signal);
    aborter.abort();
    tell.mockClear();
    await run;
    expect(tell).not.toHaveBeenCalled();
  });
});

test('the summary has a line a check with what was measured', async () => {
  const { found, run } = await checked(
    { keySystems: async () => ({ clearKey: false, vendors: [] }) },
    0,
  );
  await run;
  await loadTexts('doctor');
  const findings: Findings = found;
  const summary = formatSummary({
    t: sayIn('en'),
    findings,
    finishedAt: new Date('2026-11-20T12:00:00Z'),
    address: 'learn.example',
  });
  expect(summary.split('\n')).toEqual([
    'Playback check · learn.example',
    '2026-11-20T12:00:00.000Z',
    'Something on this device prevents lessons from playing.',
    '[OK] Server: The server is responding. (HTTP 200, 20 ms)',
    '[OK] Browser: This browser can play lessons. (Chrome/142)',
    '[OK] Device and screen: This device and its screen are suitable for lessons. (1920x1080)',
    '[OK] Picture and sound: This device plays video smoothly up to 720p. (720p smooth, 480p smooth, sound yes)',
    '[X] Protected playback: This browser can’t open protected lessons. (none)',
    '[OK] Internet speed: Your connection reaches 8.0 Mbit/s: enough for a sharp picture. (8.0 Mbit/s, 20 ms)',
    '[OK] Clock: This device’s clock is correct. (0 s)',
    '[OK] Storage: This browser can store what lessons need. (cookies yes, database yes, free unknown)',
  ]);
});
