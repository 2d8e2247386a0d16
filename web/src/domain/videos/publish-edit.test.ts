import { expect, test } from 'vitest';
import { buildPublishEdit } from './publish-edit.ts';

const now = new Date('2026-11-24T10:00:00.000Z');
const [past, future] = ['2026-11-01T10:00:30.000Z', '2026-12-01T10:00:30.000Z'];

test.each([
  [future, null, null, null],
  [past, past, past, null],
  [past, future, past, future],
  [null, null, null, null],
])('published now, a video of %s until %s is visible', (publishAt, unpublishAt, from, until) => {
  expect(buildPublishEdit({ publishAt, unpublishAt }, now)).toEqual({
    published: true,
    publishAt: from,
    unpublishAt: until,
  });
});
