import { LRUCache } from 'lru-cache';
import { expect, it } from 'vitest';
import { holdAtMost } from './hold-at-most.ts';

it('holds so many entries, the last used ones', () => {
  const cache = new LRUCache<string, number>(holdAtMost(2));
  cache.set('first', 1).set('second', 2);
  cache.get('first');
  cache.set('third', 3);
  expect([...cache.keys()]).toEqual(['third', 'first']);
});
