import type { AuditEntry } from '@prahari/contract';
import { expect, test } from 'vitest';
import { findFolds, listShown, pickCommon } from './fold-entries.ts';

function entry(id: string, second: number, part: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    at: new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString(),
    action: 'alert.dismiss',
    actorId: null,
    actorName: 'Meera Joshi',
    actorNow: null,
    subjectId: id,
    subjectName: `Alert ${id}`,
    before: {},
    after: {},
    address: '127.0.0.1',
    hasUsers: false,
    ...part,
  };
}

const foldedIds = (entries: readonly AuditEntry[]) =>
  [...findFolds(entries).values()].map((run) => run.map(({ id }) => id));

test('three acts of one kind in a minute become one, two stay as they are', () => {
  const [a, b, c] = [entry('a', 40), entry('b', 20), entry('c', 0)];
  expect(foldedIds([a, b, c])).toEqual([['a', 'b', 'c']]);
  expect(foldedIds([a, b])).toEqual([]);
});

test('what lies between, another person, address, act or minute ends a run', () => {
  const [a, b] = [entry('a', 50), entry('b', 40)];
  const lone = {
    'another act': { action: 'user.block' },
    address: { address: '10.0.0.1' },
  } as const;
  for (const part of Object.values(lone)) {
    expect(foldedIds([a, b, entry('x', 30, part), entry('c', 20)])).toEqual([]);
  }
  expect(foldedIds([a, b, entry('c', 30, { actorName: 'Asha' })])).toEqual([]);
  expect(foldedIds([a, b, entry('c', -20)])).toEqual([]);
  expect(foldedIds([a, b, entry('c', 30)].map((one) => ({ ...one, hasUsers: true })))).toEqual([]);
});

test('the first one stands for all until it is opened', () => {
  const entries = [entry('a', 50), entry('b', 40), entry('c', 30), entry('d', 20, { address: '' })];
  const folds = findFolds(entries);
  const ids = (opened: readonly string[]) =>
    listShown(entries, folds, new Set(opened)).map(({ id }) => id);
  expect(ids([])).toEqual(['a', 'd']);
  expect(ids(['a'])).toEqual(['a', 'b', 'c', 'd']);
});

test('of several what changed in all alike is kept', () => {
  const run = ['a', 'b', 'c'].map((id) =>
    entry(id, 0, { before: { status: 'active' }, after: { status: 'suppressed', until: id } }),
  );
  expect(pickCommon(run)).toMatchObject({
    id: 'a',
    before: { status: 'active' },
    after: { status: 'suppressed' },
  });
  expect(pickCommon(run)?.after).not.toHaveProperty('until');
});

test('entries of which each changed something else are not folded', () => {
  const run = ['a', 'b', 'c'].map((id) => entry(id, 0, { after: { [id]: 1 } }));
  expect(foldedIds(run)).toEqual([]);
  expect(
    foldedIds(run.map((one) => ({ ...one, after: { ...one.after, shared: 1 } }))),
  ).toHaveLength(1);
});
