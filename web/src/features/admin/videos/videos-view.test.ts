import { endpoints } from '@prahari/contract';
import { expect, test } from 'vitest';
import { readView } from '../../../shared/table/view-address.ts';
import { buildVideosQuery, videosView } from './videos-view.ts';

const queryFor = (address: string) =>
  buildVideosQuery(readView(new URLSearchParams(address), videosView));

test('lengths are asked for in minutes and sizes in megabytes, both ends included', () => {
  const query = queryFor('f.durationSeconds=1.5..90&f.fileSizeBytes=..700&f.category=phys');
  expect(query).toEqual({
    page: 1,
    limit: 25,
    category: 'phys',
    durationFrom: '90',
    durationTo: '5400',
    sizeTo: '700000000',
  });
  expect(endpoints.videos.listManaged.query.safeParse(query).success).toBe(true);
});

test('several states at once', () => {
  const query = queryFor('f.status=failed&f.status=empty&f.status=odd');
  expect(query).toEqual({ page: 1, limit: 25, status: ['empty', 'failed'] });
  expect(endpoints.videos.listManaged.query.safeParse(query).success).toBe(true);
});

test('the videos for one group', () => {
  const groupId = '019a0000-0000-7000-8000-000000000001';
  const query = queryFor(`f.groupId=${groupId}`);
  expect(query).toEqual({ page: 1, limit: 25, groupId });
  expect(endpoints.videos.listManaged.query.safeParse(query).success).toBe(true);
});

test.each([
  'f.groupId=odd',
  'f.durationSeconds=-5..',
  'f.fileSizeBytes=1e300..',
  'f.status=odd',
  'f.durationSeconds=x',
])('what the call does not take, as in %s, is not asked', (address) => {
  expect(queryFor(address)).toEqual({ page: 1, limit: 25 });
});
