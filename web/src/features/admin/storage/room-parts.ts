import type { StorageKind, StorageUse } from '@prahari/contract';
import type { PartLook } from '../../../ui/StackedBar.tsx';

/** A part of the disk: files of this product, all others, and what is free. */
export interface RoomPart {
  readonly key: 'own' | 'others' | 'free';
  readonly look: PartLook;
  readonly bytes: number;
}

/** A kind of the files of this product. */
export interface OwnPart {
  readonly key: StorageKind;
  readonly bytes: number;
}

const KINDS = ['media', 'posters', 'uploads'] as const;

/** Lists what this product keeps, by its kinds. */
export function listOwnParts({ kinds }: Pick<StorageUse, 'kinds'>): readonly OwnPart[] {
  const bytesOf = (key: StorageKind) => kinds.find(({ kind }) => kind === key)?.bytes ?? 0;
  return KINDS.map((key) => ({ key, bytes: bytesOf(key) }));
}

export const sumBytes = (parts: readonly { readonly bytes: number }[]) =>
  parts.reduce((total, { bytes }) => total + bytes, 0);

/** Lists the parts of the disk in the order of its bar; together they are all of it. */
export function listRoomParts(use: StorageUse): readonly RoomPart[] {
  const { disk, driver } = use;
  const own = sumBytes(listOwnParts(use));
  const used = disk.totalBytes - disk.freeBytes;
  // What lies in object storage takes nothing of this disk.
  const known: readonly RoomPart[] =
    driver === 's3' ? [] : [{ key: 'own', look: 'own', bytes: own }];
  return [
    ...known,
    // What was deleted since it was counted may make the sum larger than what is used.
    { key: 'others', look: 'others', bytes: Math.max(0, used - sumBytes(known)) },
    { key: 'free', look: 'free', bytes: disk.freeBytes },
  ];
}
