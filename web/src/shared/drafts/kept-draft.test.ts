import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dropKeptDraft, findKeptDraft, keepDraft } from './kept-draft.ts';

const owner = { userId: 'asha', subject: 'video.1' };
const schema = z.object({ title: z.string(), districts: z.array(z.string()) });
const draft = { title: 'प्रकाश', districts: ['पुणे'] };
const text = JSON.stringify(draft);
const DAY_MS = 24 * 3_600_000;

function createStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test('a kept draft is found by its own user, for a day', () => {
  const storage = createStorage();
  keepDraft(storage, owner, text, 1000);
  expect(findKeptDraft(storage, owner, schema, 2000)).toEqual({ savedAtMs: 1000, draft });
  expect(findKeptDraft(storage, { ...owner, userId: 'ravi' }, schema, 2000)).toBeNull();
  expect(findKeptDraft(storage, { ...owner, subject: 'video.2' }, schema, 2000)).toBeNull();
  expect(findKeptDraft(storage, owner, schema, 1000 + DAY_MS)).toBeNull();
  dropKeptDraft(storage, owner);
  expect(storage.values.size).toBe(0);
});

test('drafts of two users lie beside each other', () => {
  const storage = createStorage();
  const other = { ...owner, userId: 'ravi' };
  keepDraft(storage, owner, text, 1000);
  keepDraft(storage, other, JSON.stringify({ ...draft, title: 'Light' }), 1000);
  dropKeptDraft(storage, other);
  expect(findKeptDraft(storage, owner, schema, 2000)?.draft).toEqual(draft);
});

test('a draft has the time of its last change, not of a reload that keeps it again', () => {
  const storage = createStorage();
  keepDraft(storage, owner, text, 1000);
  keepDraft(storage, owner, text, 5000);
  expect(findKeptDraft(storage, owner, schema, 6000)?.savedAtMs).toBe(1000);
  keepDraft(storage, owner, JSON.stringify({ ...draft, title: 'Light' }), 7000);
  expect(findKeptDraft(storage, owner, schema, 8000)?.savedAtMs).toBe(7000);
});

test.each(['', 'null', '{', '{"title":1}', '[]', JSON.stringify({ ...draft, title: 1 })])(
  'what cannot be read is no draft, nor in the way of the next: %s',
  (unreadable) => {
    const storage = createStorage();
    keepDraft(storage, owner, unreadable, 1000);
    expect(findKeptDraft(storage, owner, schema, 2000)).toBeNull();
    for (const key of storage.values.keys()) storage.values.set(key, unreadable);
    expect(findKeptDraft(storage, owner, schema, 2000)).toBeNull();
    keepDraft(storage, owner, text, 3000);
    expect(findKeptDraft(storage, owner, schema, 4000)?.draft).toEqual(draft);
  },
);
