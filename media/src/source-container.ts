import { type FileHandle, open } from 'node:fs/promises';
import { readBoxHeader } from './iso-boxes.ts';
import { MediaError } from './media-error.ts';

/**
 * The containers that are accepted; `mp4` stands for its family (MOV, M4V, 3GP), `mpegts` for M2TS,
 * `asf` for WMV.
 */
export type SourceContainer = 'mp4' | 'matroska' | 'mpegts' | 'mpegps' | 'avi' | 'asf' | 'flv';

const maxBoxesWalked = 200_000;
/** First bytes of ZIP, RAR, 7z, gzip, bzip2 and xz. */
const archives = ['504b0304', '504b0506', '52617221', '377abcaf', '1f8b', '425a68', 'fd377a58'];
/** First bytes of PNG, JPEG and GIF. */
const pictures = ['89504e47', 'ffd8ff', '47494638'];
/**
 * First bytes of recordings without a picture: WAVE (distinguished within RIFF), MP3, FLAC and AMR.
 */
const sounds = ['494433', '664c6143', '2321414d52'];
/** First bytes of MPEG program streams, Windows Media and Flash Video. */
const signatures: ReadonlyMap<string, SourceContainer> = new Map([
  ['000001ba', 'mpegps'],
  ['3026b2758e66cf11a6d900aa0062ce6c', 'asf'],
  ['464c5601', 'flv'],
]);
/** Of transport streams: as broadcast, with a time before each packet (M2TS), with error correction. */
const packetBytes = [188, 192, 204] as const;
const packetsSeen = 8;
const headBytes = 2048;
/** Files of old QuickTime cameras begin with a box of media; `ftyp` was added later. */
const firstBoxes: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide']);
const boxesOfMedia: ReadonlySet<string> = new Set(['mdat', 'moov', 'moof', 'free', 'skip', 'wide']);

/**
 * Tells the container by the first bytes of the file, never by its name.
 *
 * @throws MediaError `playlist_file`, `archive_file`, `picture_file`, `no_video` or `unknown_format`.
 */
export function sniffContainer(head: Uint8Array): SourceContainer {
  if (firstBoxes.has(String.fromCharCode(...head.subarray(4, 8)))) return 'mp4';
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3) {
    return 'matroska';
  }
  const text = new TextDecoder('latin1').decode(head.subarray(0, 512)).trimStart();
  if (text.includes('#EXTM3U') || text.startsWith('ffconcat'))
    throw new MediaError('playlist_file');
  const begins = (signature: string) =>
    Buffer.from(head.buffer, head.byteOffset, head.length).toString('hex').startsWith(signature);
  if (archives.some(begins)) throw new MediaError('archive_file');
  if (pictures.some(begins) || /<svg[\s>]/.test(text)) throw new MediaError('picture_file');
  for (const [signature, container] of signatures) if (begins(signature)) return container;
  const riff = text.startsWith('RIFF') ? text.slice(8, 12) : '';
  if (riff === 'AVI ') return 'avi';
  if (riff === 'WAVE' || sounds.some(begins)) throw new MediaError('no_video');
  if (isTransportStream(head)) return 'mpegts';
  throw new MediaError('unknown_format');
}

/** A recorder may begin within a packet; each packet begins with 0x47 (ISO/IEC 13818-1, 2.4.3.2). */
function isTransportStream(head: Uint8Array): boolean {
  return packetBytes.some((length) => {
    const isInStep = (offset: number) => {
      for (let packet = 0; packet < packetsSeen; packet += 1) {
        if (head[offset + packet * length] !== 0x47) return false;
      }
      return true;
    };
    return Array.from({ length }, (_, offset) => offset).some(isInStep);
  });
}

/**
 * Opens a source, tells its container and finds cheaply (headers only) whether its end is missing, as
 * far as its headers tell.
 *
 * @throws MediaError `empty_file`, `no_index`, `cut_short`, or as `sniffContainer`.
 */
export async function inspectContainer(
  path: string,
): Promise<{ container: SourceContainer; sizeBytes: number }> {
  await using file = await open(path, 'r');
  const sizeBytes = (await file.stat()).size;
  if (sizeBytes === 0) throw new MediaError('empty_file');
  const container = sniffContainer(await readAt(file, 0, headBytes));
  if (container === 'mp4') await requireWholeMp4(file, sizeBytes);
  if (container === 'matroska') requireWholeMatroska(await readAt(file, 0, 4096), sizeBytes);
  return { container, sizeBytes };
}

async function requireWholeMp4(file: FileHandle, sizeBytes: number): Promise<void> {
  let hasIndex = false;
  let isCut = false;
  let offset = 0;
  for (let walked = 0; walked < maxBoxesWalked && offset < sizeBytes; walked += 1) {
    const header = readBoxHeader(await readAt(file, offset, 16));
    // Bytes after the last box that are no box are common and harmless.
    if (!header || !/^[\x20-\x7e\xa9]{4}$/.test(header.type)) break;
    const boxBytes = header.sizeBytes === 'to-end' ? sizeBytes - offset : header.sizeBytes;
    if (boxBytes < header.headerBytes) break;
    const fits = offset + boxBytes <= sizeBytes;
    if (header.type === 'moov' && fits) hasIndex = true;
    if (!fits && boxesOfMedia.has(header.type)) isCut = true;
    offset += boxBytes;
  }
  if (!hasIndex) throw new MediaError('no_index');
  if (isCut) throw new MediaError('cut_short');
}

/** Header and Segment are the two elements of the top level; a live recording leaves the size unknown. */
function requireWholeMatroska(head: Uint8Array, sizeBytes: number): void {
  const header = readElement(head, 0);
  const segment = header && readElement(head, header.end);
  if (segment?.id !== 0x18538067) throw new MediaError('no_index');
  if (segment.end > sizeBytes) throw new MediaError('cut_short');
}

/** Reads an EBML element's identifier and its end (RFC 8794, 4 and 5); 0 for an unknown size. */
function readElement(bytes: Uint8Array, offset: number): { id: number; end: number } | undefined {
  const idLength = Math.clz32(bytes[offset] ?? 0) - 23;
  const sizeOffset = offset + idLength;
  const sizeLength = Math.clz32(bytes[sizeOffset] ?? 0) - 23;
  const dataOffset = sizeOffset + sizeLength;
  if (idLength > 4 || sizeLength > 8 || dataOffset > bytes.length) return undefined;
  const id = readUnsigned(bytes.subarray(offset, sizeOffset));
  // The length marker is cleared before adding up: eight bytes with it are beyond exact numbers.
  const sizeBytes = Uint8Array.from(bytes.subarray(sizeOffset, dataOffset));
  sizeBytes[0] = (sizeBytes[0] ?? 0) & (0xff >> sizeLength);
  const size = readUnsigned(sizeBytes);
  const isUnknown = size >= 2 ** (7 * sizeLength) - 1;
  return { id, end: isUnknown ? 0 : dataOffset + size };
}

function readUnsigned(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}
