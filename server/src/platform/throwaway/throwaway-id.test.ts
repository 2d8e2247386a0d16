import { v4 as uuidv4, v7 as uuidv7, validate, version } from 'uuid';
import { expect, it } from 'vitest';
import { createThrowawayId, isThrowawayId } from './throwaway-id.ts';

it('makes ids that are valid, unique and distinct from those of all other users', () => {
  const made = Array.from({ length: 100 }, createThrowawayId);
  expect(new Set(made).size).toBe(100);
  for (const id of made) {
    expect(validate(id)).toBe(true);
    expect(version(id)).toBe(8);
    expect(isThrowawayId(id)).toBe(true);
  }
  const others = [uuidv4(), uuidv7(), '00000000-0000-0000-0000-000000000000'];
  expect(others.filter(isThrowawayId)).toEqual([]);
});
