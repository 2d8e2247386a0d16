import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPartition, isPast, parsePartitionDay } from './daily-partitions.ts';

const facts = { name: 'facts' };
const instants = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});

describe('the partition of a day', () => {
  it('is named by the day in UTC and ends where the next begins', () => {
    const late = findPartition(facts, new Date('2026-12-31T23:59:59.999Z'));
    expect(late).toEqual({ name: 'facts_20261231', from: '2026-12-31', to: '2027-01-01' });
    expect(findPartition(facts, new Date('2027-01-01T00:00:00Z')).from).toBe(late.to);
  });

  it('holds every instant of its day', () => {
    fc.assert(
      fc.property(instants, (at) => {
        const { from, to } = findPartition(facts, at);
        expect(new Date(from) <= at && at < new Date(to)).toBe(true);
      }),
    );
  });

  it('is past when the last moment of the day is', () => {
    fc.assert(
      fc.property(instants, instants, (day, before) => {
        const { name, to } = findPartition(facts, day);
        expect(isPast(facts, name, before)).toBe(new Date(`${to}T00:00:00Z`) <= before);
      }),
    );
  });

  it('is found by its name', () => {
    fc.assert(
      fc.property(instants, (day) => {
        const { name, from } = findPartition(facts, day);
        expect(parsePartitionDay(facts, name)?.toISOString()).toBe(`${from}T00:00:00.000Z`);
      }),
    );
  });

  it.each([
    'facts_default',
    'facts_2020',
    'facts_20201301',
    'other',
    'other_20200101',
    'facts_20200101; x',
  ])('%s is never past', (name) => expect(isPast(facts, name, new Date('2100-01-01'))).toBe(false));
});
