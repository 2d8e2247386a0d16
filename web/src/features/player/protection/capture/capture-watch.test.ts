// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { type CaptureCall, captureWatch } from './capture-watch.ts';

const { late, restore } = vi.hoisted(() => {
  // What is taken at load: errors that are thrown later are kept here.
  vi.resetModules();
  const { setTimeout: begin } = window;
  const works: (() => void)[] = [];
  const keep = (work: () => void) => works.push(work);
  Object.assign(window, { setTimeout: keep });
  return { late: works, restore: () => Object.assign(window, { setTimeout: begin }) };
});
restore();

const call: CaptureCall = { type: 'media_recorder', name: 'MediaRecorder' };

test('who begins to watch, ends or fails takes nothing from whoever watches already', () => {
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
