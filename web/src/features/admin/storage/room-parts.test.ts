import { expect, test } from 'vitest';
import { findBindingRoom, listRoomParts } from './room-parts.ts';
import { aStorageUse, GIB } from './testing/a-storage-use.ts';

const sizesOf = (parts: ReturnType<typeof listRoomParts>) =>
  parts.map(({ key, bytes }) => [key, bytes / GIB]);

test('the parts of a disk are all of it', () => {
  const parts = listRoomParts(aStorageUse());
  expect(sizesOf(parts)).toEqual([
    ['media', 30],
    ['posters', 2],
    ['uploads', 0],
    ['others', 148],
    ['available', 19],
    ['kept', 1],
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

test('the disk binds where each limit leaves more than it', () => {
  const use = aStorageUse();
  expect(findBindingRoom(use)).toBe(16 * GIB);
  expect(findBindingRoom({ ...use, driver: 's3' })).toBeNull();
  const kinds = use.kinds.map((kind) =>
    kind.kind === 'media' ? { ...kind, quota: { bytes: 40 * GIB, usedBytes: 32 * GIB } } : kind,
  );
  expect(findBindingRoom({ ...use, kinds })).toBeNull();
  const disk = { ...use.disk, awaitedBytes: 30 * GIB };
  expect(findBindingRoom({ ...use, disk })).toBe(0);
});
