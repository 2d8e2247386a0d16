import type { StorageLevel } from '@prahari/contract';

/** Shares of a quota from which on there is a warning. */
const quotaWarning = 0.85;
const quotaCritical = 0.95;
/** A disk with less free space than this share, or than this many reserves, gets a warning. */
const freeWarning = 0.1;
const reservesWarning = 3;

/** Judges how much of a quota is used. */
export function judgeQuota(quota: {
  readonly bytes: number;
  readonly usedBytes: number;
}): StorageLevel {
  const share = quota.usedBytes / quota.bytes;
  if (share >= quotaCritical) return 'critical';
  return share >= quotaWarning ? 'warning' : 'ok';
}

/**
 * Judges how full a disk is, counting announced bytes as used.
 * @param disk all in bytes; below `reserveBytes` free, uploads are refused
 */
export function judgeDisk(disk: {
  readonly totalBytes: number;
  readonly freeBytes: number;
  readonly awaitedBytes: number;
  readonly reserveBytes: number;
}): StorageLevel {
  const left = disk.freeBytes - disk.awaitedBytes;
  if (left <= disk.reserveBytes) return 'critical';
  const isShort =
    left < disk.totalBytes * freeWarning || left < disk.reserveBytes * reservesWarning;
  return isShort ? 'warning' : 'ok';
}

/** Returns the worst of several. */
export function findWorstLevel(levels: readonly StorageLevel[]): StorageLevel {
  if (levels.includes('critical')) return 'critical';
  return levels.includes('warning') ? 'warning' : 'ok';
}
