/** Megabytes of 10^6 bytes, as data plans count. */
export const megabytes = (bytes: number): number => bytes / 1_000_000;

const SECONDS_AN_HOUR = 3600;
const BITS_A_BYTE = 8;

export function megabytesAnHour(bitsPerSecond: number): number {
  return megabytes((bitsPerSecond * SECONDS_AN_HOUR) / BITS_A_BYTE);
}
