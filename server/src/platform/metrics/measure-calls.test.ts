import { expect, it } from 'vitest';
import type { EventSpool } from '../events/spool.ts';
import { createCallMeter } from './measure-calls.ts';

function meter(loopDelayMs = 1) {
  const events: unknown[] = [];
  const add: EventSpool['add'] = async (name, data) => void events.push({ name, ...data });
  const loop = { percentile: () => loopDelayMs * 1e6, reset: () => undefined };
  const { note, measure, stop } = createCallMeter({ add }, loop);
  stop();
  return { events, note, measure };
}

it('says how calls were answered, and which routes were slow', async () => {
  const { events, note, measure } = meter();
  for (let n = 0; n < 96; n += 1) note('/quick', 200, 20);
  note('/quick', 429, 0.2);
  for (const status of [200, 503]) note('/slow', status, 4000);
  await measure(10);
  const measured = { seconds: 10, calls: 99, failed: 1, limited: 1, loopDelayP99Ms: 1 };
  expect(events).toEqual([
    { name: 'calls.measured', ...measured, p95Ms: 20 },
    { name: 'calls.slow', route: '/slow', p95Ms: expect.closeTo(4000, -2), calls: 2 },
  ]);
  note('/quick', 200, 20);
  await measure(10);
  expect(events.slice(2)).toMatchObject([{ name: 'calls.measured', calls: 1, failed: 0 }]);
});

it('says nothing of a quiet process, unless it lags', async () => {
  const quiet = meter();
  await quiet.measure(10);
  expect(quiet.events).toEqual([]);
  const lagging = meter(250);
  await lagging.measure(10);
  expect(lagging.events).toMatchObject([{ calls: 0, p95Ms: 0, loopDelayP99Ms: 250 }]);
});

it('says when the time of day jumped, in either direction, and nothing of corrections', async () => {
  const events: unknown[] = [];
  const add: EventSpool['add'] = async (name, data) => void events.push({ name, ...data });
  const loop = { percentile: () => 0, reset: () => undefined };
  const now = { wall: 1_800_000_000_000, steady: 5000 };
  const clocks = { wallMs: () => now.wall, steadyMs: () => now.steady };
  const { measure, stop } = createCallMeter({ add }, loop, clocks);
  stop();
  const goOn = async (elapsed: number, jump: number) => {
    now.steady += elapsed;
    now.wall += elapsed + jump;
    await measure(10);
  };
  await goOn(10_000, 0);
  // Held up for minutes, corrected by a minute at most.
  await goOn(300_000, 0);
  await goOn(10_000, 59_999);
  expect(events).toEqual([]);
  await goOn(10_000, 60_000);
  await goOn(10_000, 0);
  await goOn(10_000, -3_600_000);
  expect(events).toEqual([
    { name: 'clock.jumped', seconds: 60 },
    { name: 'clock.jumped', seconds: -3600 },
  ]);
});
