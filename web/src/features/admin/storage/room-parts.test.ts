import { expect, test } from 'vitest';
import { listOwnParts, listRoomParts } from './room-parts.ts';
import { aStorageUse, GIB } from './testing/a-storage-use.ts';

const sizesOf = (parts: readonly { readonly key: string; readonly bytes: number }[]) =>
  parts.map(({ key, bytes }) => [key, bytes / GIB]);

test('the parts of a disk are all of it', () => {
  const parts = listRoomParts(aStorageUse());
  expect(sizesOf(parts)).toEqual([
    ['own', 32],
    ['others', 148],
    ['free', 20],
  ]);
});

test('the kinds of what is kept are all of its part', () => {
  expect(sizesOf(listOwnParts(aStorageUse()))).toEqual([
    ['media', 30],
    ['posters', 2],
    ['uploads', 0],
  ]);
});

test('what lies in object storage is no part of the disk', () => {
  const parts = listRoomParts(aStorageUse({ driver: 's3' }));
  expect(sizesOf(parts)).toEqual([
    ['others', 180],
    ['free', 20],
  ]);
});

test('no part is less than nothing, where media were deleted since they were counted', () => {
  const { disk } = aStorageUse();
  const deleted = listRoomParts(aStorageUse({ disk: { ...disk, freeBytes: 190 * GIB } }));
  expect(deleted.find(({ key }) => key === 'others')?.bytes).toBe(0);
});
