/** Few large writes take a third of the time of many small ones. */
export const pieceBytes = 1024 ** 2;
/** Enough for five simultaneous uploads; memory beyond that goes back to the system. */
const keptPieces = 15;

const free: Buffer[] = [];

/**
 * Reserves a reusable buffer of `pieceBytes` to collect bytes on their way to the disk. Not cleared
 * between uses.
 */
export function reservePiece(): Buffer {
  return free.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
}

/** Gives a piece back, which must not be read or written from then on. */
export function givePieceBack(piece: Buffer): void {
  if (free.length < keptPieces) free.push(piece);
}

/**
 * Gives the memory of a network buffer back at once: the garbage collector would come by for every
 * 40 MB of an upload, and look through all that the process holds. The buffer is empty then.
 */
export function freeChunk({ buffer, byteLength }: Buffer): void {
  const isAlone = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  if (isAlone) buffer.transfer(0);
}
