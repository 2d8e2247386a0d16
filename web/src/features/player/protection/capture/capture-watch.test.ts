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
  const heard: string[] = [];
  const stop = captureWatch.begin({
    refused: ({ name }) => heard.push(`refused ${name}`),
    asked: () => ({ isAllowed: false, ended: () => heard.push('ended') }),
  });
  const fail = () => {
    throw new RangeError('on purpose');
  };
  captureWatch.begin({ refused: fail, asked: () => ({ isAllowed: true, ended: fail }) });
  captureWatch.begin({ refused: () => undefined, asked: fail })();
  captureWatch.current()?.refused(call);
  const verdict = captureWatch.current()?.asked(call);
  expect(verdict?.isAllowed).toBe(false);
  verdict?.ended();
  expect(heard).toEqual(['refused MediaRecorder', 'ended']);
  expect(late).toHaveLength(2);
  stop();
});
