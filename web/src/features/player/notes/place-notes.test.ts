import type { Note } from '@prahari/contract';
import { expect, test } from 'vitest';
import { findNeighbour, placeNotes } from './place-notes.ts';

const note = (id: string, positionSeconds: number): Note => ({
  id,
  positionSeconds,
  text: id,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
});
const [first, second, late] = [note('first', 15), note('second', 30), note('late', 99)];

test('notes stand on the bar in the order of their moments, none past its end', () => {
  const placed = placeNotes([late, first, second], 60);
  expect(placed.map(({ note: { id }, share }) => [id, share])).toEqual([
    ['first', 0.25],
    ['second', 0.5],
    ['late', 1],
  ]);
  expect(placeNotes([first], 0)).toEqual([]);
});

test('the arrows lead from one to the next and stop at both ends', () => {
  const placed = placeNotes([first, second, late], 60);
  const lead = (from: Note, key: string) => findNeighbour(placed, from, key)?.id ?? null;
  expect(lead(first, 'ArrowRight')).toBe('second');
  expect(lead(second, 'ArrowLeft')).toBe('first');
  expect(lead(first, 'ArrowLeft')).toBe('first');
  expect(lead(late, 'ArrowRight')).toBe('late');
  expect(lead(first, 'ArrowUp')).toBeNull();
  expect(lead(note('gone', 1), 'ArrowRight')).toBeNull();
});
