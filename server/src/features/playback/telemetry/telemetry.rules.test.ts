import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listEvents, readMeasures } from './telemetry.rules.ts';

const playbackSession = randomUUID();
const one = {
  event: 'play' as const,
  position: 1,
  duration: 60,
  timestamp: '2026-01-01T00:00:00Z',
};

it('reads one event as a list of one, with a new id', () => {
  const [read, ...others] = listEvents({ ...one, playbackSession });
  expect(others).toEqual([]);
  expect(read).toMatchObject(one);
  expect(read?.id).toMatch(/^[\da-f-]{36}$/);
});

it('keeps the order of a batch, and the first of each id', () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const events = [
    { ...one, id: a },
    { ...one, id: b, position: 2 },
    { ...one, id: a, position: 3 },
  ];
  expect(
    listEvents({ playbackSession, events })
      .map(({ position }) => position)
      .toSorted(),
  ).toEqual([1, 2]);
});

const parts = { answerMs: '200', manifestMs: '0', licenceMs: '300', segmentsMs: '400' };
const started = { startMs: '1000', ...parts };

it('reads what a start waited for', () => {
  expect(readMeasures({ event: 'play', detail: started })).toMatchObject({
    startMs: 1000,
    startParts: [200, 0, 300, 400],
  });
});

it.each([
  ['none are told', { startMs: '1000' }],
  ['one is missing', { ...started, licenceMs: undefined }],
  ['one is negative', { ...started, licenceMs: '-300' }],
  ['one is no number', { ...started, segmentsMs: '4e2' }],
  ['one is absurd', { ...started, answerMs: '999999999' }],
  ['they exceed the start', { ...started, segmentsMs: '501' }],
])('knows no part of a start where %s, and the start all the same', (_, detail) => {
  const told = Object.fromEntries(
    Object.entries(detail).filter((one): one is [string, string] => one[1] !== undefined),
  );
  expect(readMeasures({ event: 'play', detail: told })).toMatchObject({
    startMs: 1000,
    startParts: null,
  });
});

it('knows no parts without a possible start, nor of other events', () => {
  const absurd = { ...started, startMs: '600001' };
  expect(readMeasures({ event: 'play', detail: absurd }).startParts).toBeNull();
  expect(readMeasures({ event: 'play', detail: parts }).startParts).toBeNull();
  expect(readMeasures({ event: 'pause', detail: started }).startParts).toBeNull();
});

it('reads dropped pictures beside all of them, never more', () => {
  const read = (frames: string, droppedFrames: string) => {
    const measures = readMeasures({ event: 'pause', detail: { frames, droppedFrames } });
    return [measures.frames, measures.droppedFrames];
  };
  expect(read('250', '0')).toEqual([250, 0]);
  expect(read('250', '250')).toEqual([250, 250]);
  for (const [frames, dropped] of [
    ['250', '251'],
    ['250', '-1'],
    ['-250', '0'],
    ['1000001', '1'],
    ['', '0'],
  ] as const)
    expect(read(frames, dropped)).toEqual([null, null]);
  const alone = readMeasures({ event: 'pause', detail: { droppedFrames: '0' } });
  expect(alone.droppedFrames).toBeNull();
});
