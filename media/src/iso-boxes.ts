import { MediaError } from './media-error.ts';

/** One box of the ISO base media file format; `body` is what follows its header. */
export type Box = { type: string; body: Uint8Array };

/** Reads size and type from the first bytes of a box (ISO/IEC 14496-12, 4.2); undefined if too few bytes. */
export function readBoxHeader(
  bytes: Uint8Array,
): { type: string; headerBytes: number; sizeBytes: number | 'to-end' } | undefined {
  if (bytes.length < 8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = String.fromCharCode(...bytes.subarray(4, 8));
  const size = view.getUint32(0);
  if (size === 0) return { type, headerBytes: 8, sizeBytes: 'to-end' };
  if (size !== 1) return { type, headerBytes: 8, sizeBytes: size };
  if (bytes.length < 16) return undefined;
  return { type, headerBytes: 16, sizeBytes: Number(view.getBigUint64(8)) };
}

/**
 * Reads the consecutive boxes in `bytes`.
 *
 * @throws MediaError `not_protected` when a box does not fit: unreadable data is not known to be
 * encrypted.
 */
export function readBoxes(bytes: Uint8Array): Box[] {
  const found: Box[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const header = readBoxHeader(bytes.subarray(offset, offset + 16));
    if (!header) throw malformed('a box header is cut off');
    const end = header.sizeBytes === 'to-end' ? bytes.length : offset + header.sizeBytes;
    if (end < offset + header.headerBytes || end > bytes.length) {
      throw malformed(`box ${JSON.stringify(header.type)} does not fit`);
    }
    found.push({ type: header.type, body: bytes.subarray(offset + header.headerBytes, end) });
    offset = end;
  }
  return found;
}

/**
 * Finds the one box of that type among `boxes`.
 *
 * @throws MediaError `not_protected` when there is none, or more than one.
 */
export function findOnlyBox(boxes: readonly Box[], type: string): Box {
  const [box, another] = boxes.filter((candidate) => candidate.type === type);
  if (!box || another) throw malformed(`expected exactly one ${type} box`);
  return box;
}

/** Follows a path of container boxes, each the only one of its type. */
export function followBoxes(bytes: Uint8Array, path: readonly string[]): Uint8Array {
  let body = bytes;
  for (const type of path) body = findOnlyBox(readBoxes(body), type).body;
  return body;
}

/** Refuses a file whose boxes are not as they must be. */
export function malformed(why: string): MediaError {
  return new MediaError('not_protected', { log: why });
}
