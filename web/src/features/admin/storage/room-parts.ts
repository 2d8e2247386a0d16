import type { StorageKind, StorageUse } from '@prahari/contract';
import type { PartLook } from '../../../ui/StackedBar.tsx';

/** A part of the disk: files of a kind, files of no kind, and what is free. */
export interface RoomPart {
  readonly key: StorageKind | 'others' | 'available' | 'kept';
  readonly look: PartLook;
  readonly bytes: number;
}

const KINDS = [
  { key: 'media', look: 'first' },
  { key: 'posters', look: 'third' },
  { key: 'uploads', look: 'second' },
] as const;

/** Lists the parts of the disk in the order of its bar; together they are all of it. */
export function listRoomParts({ disk, driver, kinds, limits }: StorageUse): readonly RoomPart[] {
  const bytesOf = (key: StorageKind) => kinds.find(({ kind }) => kind === key)?.bytes ?? 0;
  // What lies in object storage takes nothing of this disk.
  const known =
    driver === 's3' ? [] : KINDS.map(({ key, look }) => ({ key, look, bytes: bytesOf(key) }));
  const sum = known.reduce((total, { bytes }) => total + bytes, 0);
  const kept = Math.min(limits.diskReserveBytes, disk.freeBytes);
  return [
    ...known,
    // What was deleted since it was counted may make the sum larger than what is used.
    { key: 'others', look: 'others', bytes: Math.max(0, disk.totalBytes - disk.freeBytes - sum) },
    { key: 'available', look: 'free', bytes: disk.freeBytes - kept },
    { key: 'kept', look: 'kept', bytes: kept },
  ];
}

/**
 * Finds how much the disk still takes where that, rather than a limit, ends uploads; else null, as
 * with object storage, which tells no end.
 */
export function findBindingRoom({ disk, driver, kinds, limits }: StorageUse): number | null {
  if (driver === 's3') return null;
  const room = Math.max(0, disk.freeBytes - disk.awaitedBytes - limits.diskReserveBytes);
  const left = kinds.flatMap(({ quota }) => (quota ? [quota.bytes - quota.usedBytes] : []));
  return left.every((bytes) => room < bytes) ? room : null;
}
