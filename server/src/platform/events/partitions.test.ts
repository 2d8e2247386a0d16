import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partitionOf } from './partitions.ts';

it('names the day in UTC and ends where the next begins', () => {
  const late = partitionOf(new Date('2026-12-31T23:59:59.999Z'));
  expect(late).toEqual({ name: 'events_20261231', from: '2026-12-31', to: '2027-01-01' });
  expect(partitionOf(new Date('2027-01-01T00:00:00Z')).from).toBe(late.to);
});

it('holds every instant of its day', () => {
  const instants = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (at) => {
      const { from, to } = partitionOf(at);
      expect(new Date(from) <= at && at < new Date(to)).toBe(true);
    }),
  );
});
