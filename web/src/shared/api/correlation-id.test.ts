import { expect, test } from 'vitest';
import { createCorrelationId } from './correlation-id.ts';

test('makes random version 4 UUIDs', () => {
  const id = createCorrelationId();
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(createCorrelationId()).not.toBe(id);
});
