import { expect, test } from 'vitest';
import { managedVideo } from '../../../domain/videos/testing/managed-video.ts';
import { dropKeptDraft, findKeptDraft, keepDraft } from './kept-draft.ts';
import { createDraft } from './video-draft.ts';

const owner = { userId: 'asha', videoId: managedVideo.id };
const base = createDraft(managedVideo);
const kept = {
  savedAtMs: 1000,
  updatedAt: managedVideo.updatedAt,
  base,
  draft: { ...base, title: 'प्रकाश', districts: ['पुणे'] },
};

function createStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test('a kept draft is found by whom it is of, for a day', () => {
  const storage = createStorage();
  keepDraft(storage, owner, kept);
  expect(findKeptDraft(storage, owner, 2000)).toEqual(kept);
  expect(findKeptDraft(storage, { ...owner, userId: 'ravi' }, 2000)).toBeNull();
  expect(findKeptDraft(storage, { ...owner, videoId: 'another' }, 2000)).toBeNull();
  expect(findKeptDraft(storage, owner, 1000 + 24 * 3_600_000)).toBeNull();
  dropKeptDraft(storage, owner);
  expect(storage.values.size).toBe(0);
});

test.each([
  '',
  'null',
  '{',
  '{"draft":{}}',
  '[]',
  JSON.stringify({ ...kept, draft: { title: 1 } }),
])('what cannot be read is no draft: %s', (text) => {
  const storage = createStorage();
  keepDraft(storage, owner, kept);
  for (const key of storage.values.keys()) storage.values.set(key, text);
  expect(findKeptDraft(storage, owner, 2000)).toBeNull();
});
