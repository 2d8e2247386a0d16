import { expect, test } from 'vitest';
import {
  findColumnProblems,
  isSameMapping,
  listChoosableHeaders,
  mapCells,
} from './column-choice.ts';

test('needs the required columns, and each header once', () => {
  expect(findColumnProblems({ contactNumber: 'Phone' })).toEqual({ name: 'required' });
  expect(findColumnProblems({ name: 'A', contactNumber: 'B', email: 'A' })).toEqual({
    email: 'twice',
  });
  expect(findColumnProblems({ name: 'A', contactNumber: 'B' })).toEqual({});
});

test('offers each named header once', () => {
  expect(listChoosableHeaders(['A', '', 'B', 'A'])).toEqual(['A', 'B']);
});

test('compares choices in any order', () => {
  const one = { name: 'A', contactNumber: 'B' };
  expect(isSameMapping(one, { contactNumber: 'B', name: 'A' })).toBe(true);
  expect(isSameMapping(one, { ...one, email: 'C' })).toBe(false);
});

test('shows a row as it will be read, short rows too', () => {
  const mapping = { name: 'Learner', contactNumber: 'Phone' };
  expect(mapCells(mapping, ['Phone', 'x', 'Learner'], ['98'])).toEqual([
    { column: 'name', text: '' },
    { column: 'contactNumber', text: '98' },
  ]);
});
