import { expect, test } from 'vitest';
import { findRoom, listOwnParts, listRoomParts } from './room-parts.ts';
import { aStorageUse, GIB } from './testing/a-storage-use.ts';

const sizesOf = (parts: readonly { readonly key: string; readonly bytes: number }[]) =>
  parts.map(({ key, bytes }) => [key, bytes / GIB]);

test('the parts of a disk are all of it', () => {
  const parts = listRoomParts(aStorageUse());
  expect(sizesOf(parts)).toEqual([
    ['own', 32],
    ['others', 148],
    ['available', 19],
    ['kept', 1],
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
    ['available', 19],
    ['kept', 1],
  ]);
});

test('no part is less than nothing: of a full disk, and of media deleted since it was counted', () => {
  const { disk } = aStorageUse();
  const full = listRoomParts(aStorageUse({ disk: { ...disk, freeBytes: GIB / 2 } }));
  expect(sizesOf(full).slice(-2)).toEqual([
    ['available', 0],
    ['kept', 0.5],
  ]);
  const deleted = listRoomParts(aStorageUse({ disk: { ...disk, freeBytes: 190 * GIB } }));
  expect(deleted.find(({ key }) => key === 'others')?.bytes).toBe(0);
});

test('there is room for what the disk takes, or for less where the quota of media ends first', () => {
  const use = aStorageUse();
  expect(findRoom(use)).toBe(16 * GIB);
  const kinds = use.kinds.map((kind) =>
    kind.kind === 'media' ? { ...kind, quota: { bytes: 40 * GIB, usedBytes: 32 * GIB } } : kind,
  );
  expect(findRoom({ ...use, kinds })).toBe(8 * GIB);
  const disk = { ...use.disk, awaitedBytes: 30 * GIB };
  expect(findRoom({ ...use, disk })).toBe(0);
  // Object storage tells no end; a quota is one.
  expect(findRoom({ ...use, driver: 's3' })).toBeNull();
  expect(findRoom({ ...use, driver: 's3', kinds })).toBe(8 * GIB);
});
