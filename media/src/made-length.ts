import { type FileHandle, open } from 'node:fs/promises';
import { readBoxHeader } from './iso-boxes.ts';

/** Enough for the header of a movie, which comes first in `moov`. */
const headBytes = 64;

/**
 * Reads how many seconds an MP4 lasts that ffmpeg wrote here, from its header (`mvhd`, ISO/IEC
 * 14496-12, 8.2.2); 0 where it has none, as when nothing was encoded. An ffprobe would take longer to
 * start than some videos take to encode.
 */
export async function readMadeSeconds(path: string): Promise<number> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  for (let offset = 0; offset < size; ) {
    const header = readBoxHeader(await readAt(file, offset, 16));
    if (header === undefined || header.sizeBytes === 'to-end') return 0;
    if (header.type === 'moov') {
      return readMovieSeconds(await readAt(file, offset + header.headerBytes, headBytes));
    }
    offset += Math.max(header.sizeBytes, header.headerBytes);
  }
  return 0;
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

/** @param head the first bytes inside of `moov` */
function readMovieSeconds(head: Uint8Array): number {
  const header = readBoxHeader(head);
  if (header?.type !== 'mvhd' || head.length < headBytes) return 0;
  const view = new DataView(head.buffer, head.byteOffset + header.headerBytes);
  // Version 1 has times of 64 bits.
  const isLong = view.getUint8(0) === 1;
  const ticksASecond = view.getUint32(isLong ? 20 : 12);
  const ticks = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16);
  return ticksASecond === 0 ? 0 : ticks / ticksASecond;
}
