import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOfPartition, partitionOf } from './partitions.ts';
import { isPast } from './retention.ts';

const instants = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});

it('a day is past when its last moment is', () => {
  fc.assert(
    fc.property(instants, instants, (day, before) => {
      const { name, to } = partitionOf(day);
      expect(isPast(name, before)).toBe(new Date(`${to}T00:00:00Z`) <= before);
    }),
  );
});

it('a name leads back to its day', () => {
  fc.assert(
    fc.property(instants, (day) => {
      const { name, from } = partitionOf(day);
      expect(dayOfPartition(name)?.toISOString()).toBe(`${from}T00:00:00.000Z`);
    }),
  );
});

it.each(['events_default', 'events_2020', 'events_20201301', 'users', 'events_20200101; x'])(
  '%s is never past',
  (name) => expect(isPast(name, new Date('2100-01-01'))).toBe(false),
);
