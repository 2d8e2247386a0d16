import { expect, test } from 'vitest';
import { createForgivingStorage, type KeptValues } from './browser-storage.ts';

function fakeStorage() {
  const values = new Map<string, string>();
  let isFull = false;
  const storage: KeptValues = {
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
  };
  const fill = (full: boolean) => {
    isFull = full;
  };
  return { storage, values, fill };
}

test('where storage is denied, values live as long as the page', () => {
  const kept = createForgivingStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(kept.getItem('a')).toBeNull();
  kept.setItem('a', '1');
  expect(kept.getItem('a')).toBe('1');
  kept.removeItem('a');
  expect(kept.getItem('a')).toBeNull();
});

test('when it is full, the new value is used and not the old stored one', () => {
  const { storage, values, fill } = fakeStorage();
  const kept = createForgivingStorage(() => storage);
  kept.setItem('a', '1');
  fill(true);
  kept.setItem('a', '2');
  expect(kept.getItem('a')).toBe('2');
  fill(false);
  kept.setItem('a', '3');
  expect(values.get('a')).toBe('3');
  expect(kept.getItem('a')).toBe('3');
});
