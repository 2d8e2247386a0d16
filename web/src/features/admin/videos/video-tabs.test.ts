import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { managedVideo } from '../../../domain/videos/testing/managed-video.ts';
import { countChanges, createDraft, formSchema, rebase } from './video-draft.ts';
import { findFaultyTab, readTab } from './video-tabs.ts';

const base = createDraft({ ...managedVideo, chapters: [] });

test('an address leads to a tab, any other to the first', () => {
  expect([readTab('?tab=audience'), readTab('?tab=x'), readTab('')]).toEqual([
    'audience',
    'details',
    'details',
  ]);
});

test('what keeps a draft from being saved is found by its tab', () => {
  expect(findFaultyTab(base, 60)).toBeNull();
  expect(findFaultyTab({ ...base, title: ' ' }, 60)).toBe('details');
  expect(findFaultyTab({ ...base, chapters: 'soon Start' }, 60)).toBe('chapters');
  expect(findFaultyTab({ ...base, chapters: '2:00 After the end' }, 60)).toBe('chapters');
});

test('blanks and the order of a list are no change', () => {
  expect(countChanges(base, { ...base, title: ' T ', tags: ['b', 'a'] })).toBe(0);
  expect(countChanges(base, { ...base, everyone: true, title: 'U' })).toBe(2);
});

test('a form is kept whole, and one of other fields is not taken for it', () => {
  const typed = { ...base, title: 'प्रकाश', districts: ['पुणे'], chapters: '00:00 A' };
  const { updatedAt } = managedVideo;
  const form = { updatedAt, base, draft: typed, publication: null };
  const kept = (value: unknown) => z.safeParse(formSchema, JSON.parse(JSON.stringify(value)));
  // To the letter, so that it keeps its time when it is kept again.
  expect(JSON.stringify(kept(form).data)).toBe(JSON.stringify(form));
  expect(kept({ ...form, draft: { title: 1 } }).success).toBe(false);
  expect(kept({ draft: {} }).success).toBe(false);
});

test('what an earlier form held of publication is found where it was changed', () => {
  const before = { published: true, publishAt: '', unpublishAt: '' };
  const typed = { ...before, publishAt: '2026-11-24T21:30:00' };
  const { updatedAt } = managedVideo;
  const kept = (changed: object) =>
    z.parse(formSchema, {
      updatedAt,
      base: { ...base, ...before },
      draft: { ...base, ...changed },
    });
  const found = kept(typed);
  expect(found).toEqual({ updatedAt, base, draft: base, publication: typed });
  // Kept again by this version, and followed to what the server has by now.
  expect(z.parse(formSchema, found)).toEqual(found);
  const later = { updatedAt: '2026-01-01T00:00:01.000Z', base };
  expect(rebase(found, later)).toEqual({ ...found, ...later });
  expect(kept(before).publication).toBeNull();
});

test('a form follows the server where that takes nothing away that was typed', () => {
  const seen = '2026-01-01T00:00:00.000Z';
  const opened = { updatedAt: seen, base, draft: base, publication: null };
  const later = '2026-01-01T00:00:01.000Z';
  const renamed = { ...base, title: 'Renamed' };
  const typed = { ...opened, draft: { ...base, description: 'Mine' } };
  expect(rebase(opened, { updatedAt: later, base: renamed })).toEqual({
    updatedAt: later,
    base: renamed,
    draft: renamed,
    publication: null,
  });
  // A poster was chosen: nothing of the form.
  expect(rebase(typed, { updatedAt: later, base })).toEqual({ ...typed, updatedAt: later });
  // A title was: saving will say so.
  expect(rebase(typed, { updatedAt: later, base: renamed })).toBe(typed);
  // An answer from before the save.
  expect(rebase({ ...opened, updatedAt: later }, { updatedAt: opened.updatedAt, base })).toEqual({
    ...opened,
    updatedAt: later,
  });
});
