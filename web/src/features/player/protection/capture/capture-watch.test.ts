// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { type CaptureCall, captureWatch } from './capture-watch.ts';

const { late, restore } = await vi.hoisted(async () => {
  const { keepLateErrors } = await import('../../testing/late-errors.ts');
  return keepLateErrors();
});
restore();

const call: CaptureCall = { type: 'media_recorder', name: 'MediaRecorder' };

test('a watcher that begins, ends or fails takes nothing from the one before', () => {
  const called: string[] = [];
  const stop = captureWatch.begin({
    onRefused: ({ name }) => called.push(`refused ${name}`),
    decide: () => ({ isAllowed: false, ended: () => called.push('ended') }),
  });
  const fail = () => {
    throw new RangeError('on purpose');
  };
  captureWatch.begin({ onRefused: fail, decide: () => ({ isAllowed: true, ended: fail }) });
  captureWatch.begin({ onRefused: () => undefined, decide: fail })();
  captureWatch.current()?.onRefused(call);
  const verdict = captureWatch.current()?.decide(call);
  expect(verdict?.isAllowed).toBe(false);
  verdict?.ended();
  expect(called).toEqual(['refused MediaRecorder', 'ended']);
  expect(late).toHaveLength(2);
  stop();
});
