/** Few large writes take a third of the time of many small ones. */
export const pieceBytes = 1024 ** 2;
/** What five uploads at a time fill; what more of them needed goes back to the system. */
const keptPieces = 15;

const free: Buffer[] = [];

/**
 * Memory of `pieceBytes` to gather bytes in on their way to the disk, used again and again. What it
 * holds is left from before.
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
