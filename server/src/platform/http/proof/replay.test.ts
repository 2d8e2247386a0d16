import { expect, it } from 'vitest';
import { createReplayMemory } from './replay.ts';

it('accepts a key once, also after a newer window has started', () => {
  const memory = createReplayMemory();
  expect(memory.firstUse(5, 'a')).toBe(true);
  expect(memory.firstUse(5, 'a')).toBe(false);
  expect(memory.firstUse(6, 'b')).toBe(true);
  expect(memory.firstUse(5, 'a')).toBe(false);
});

it('forgets windows whose nonces are refused anyway', () => {
  const memory = createReplayMemory();
  memory.firstUse(5, 'a');
  memory.firstUse(7, 'b');
  expect(memory.firstUse(5, 'a')).toBe(true);
});
