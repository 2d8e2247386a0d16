import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listEvents } from './telemetry.rules.ts';

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
