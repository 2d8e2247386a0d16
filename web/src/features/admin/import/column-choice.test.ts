import { expect, test } from 'vitest';
import { choosableHeaders, columnProblems, isSameMapping, mappedCells } from './column-choice.ts';

test('needs the required columns, and each header once', () => {
  expect(columnProblems({ contactNumber: 'Phone' })).toEqual({ name: 'required' });
  expect(columnProblems({ name: 'A', contactNumber: 'B', email: 'A' })).toEqual({ email: 'twice' });
  expect(columnProblems({ name: 'A', contactNumber: 'B' })).toEqual({});
});

test('offers each named header once', () => {
  expect(choosableHeaders(['A', '', 'B', 'A'])).toEqual(['A', 'B']);
});

test('compares choices whatever their order', () => {
  const one = { name: 'A', contactNumber: 'B' };
  expect(isSameMapping(one, { contactNumber: 'B', name: 'A' })).toBe(true);
  expect(isSameMapping(one, { ...one, email: 'C' })).toBe(false);
});

test('shows a row as it will be read, short rows too', () => {
  const mapping = { name: 'Learner', contactNumber: 'Phone' };
  expect(mappedCells(mapping, ['Phone', 'x', 'Learner'], ['98'])).toEqual([
    { column: 'name', text: '' },
    { column: 'contactNumber', text: '98' },
  ]);
});
