/** The containers that the conversion takes, by their extensions. */
const EXTENSIONS = [
  ...['mp4', 'm4v', 'mov', 'mkv', 'webm', '3gp', 'avi', 'wmv', 'asf', 'flv'],
  ...['ts', 'mts', 'm2ts', 'mpg', 'mpeg', 'vob'],
] as const;

/** For the `accept` attribute of a file picker. */
export const acceptedFiles = EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** As many of its first bytes tell what a file is. */
export const headBytes = 2048;

/** What keeps a file from being uploaded, by the name of its text. */
export type FileProblem =
  | 'uploads.fileEmpty'
  | 'uploads.fileNotVideo'
  | 'uploads.fileUnreadable'
  | 'uploads.fileArchive'
  | 'uploads.filePicture'
  | 'uploads.fileSound'
  | 'uploads.fileOther';

/** Of a file what its problem is found by. */
export interface FileFacts {
  readonly name: string;
  /** As the browser says, mostly by the extension; empty where it does not know. */
  readonly type: string;
  readonly size: number;
}

/** First boxes of MP4, MOV, M4V and 3GP: QuickTime cameras of old begin with one of media. */
const BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide']);
/** First bytes of Matroska and WebM, program streams (MPG, VOB), Windows Media and Flash Video. */
const VIDEOS = ['1a45dfa3', '000001ba', '3026b2758e66cf11a6d900aa0062ce6c', '464c5601'];
/** First bytes of what people take for a video, or what is named like one. */
const OTHERS: readonly (readonly [FileProblem, readonly string[]])[] = [
  // ZIP, RAR, 7z, gzip, bzip2 and xz.
  [
    'uploads.fileArchive',
    ['504b0304', '504b0506', '52617221', '377abcaf', '1f8b', '425a68', 'fd377a58'],
  ],
  // PNG, JPEG and GIF.
  ['uploads.filePicture', ['89504e47', 'ffd8ff', '47494638']],
  // MP3, FLAC and AMR.
  ['uploads.fileSound', ['494433', '664c6143', '2321414d52']],
];
/** Of transport streams: as broadcast, with a time before each packet (M2TS), with error correction. */
const PACKETS = [188, 192, 204] as const;
const PACKETS_SEEN = 8;

/** Told by its extension, as browsers know no media type for some of these containers. */
export function isVideoFileName(name: string): boolean {
  const lower = name.toLowerCase();
  return EXTENSIONS.some((extension) => lower.endsWith(`.${extension}`));
}

/**
 * Finds why a file can't be a video, by name and type, and by its first bytes, which have the last
 * word; null when it may be one. It takes all that the server takes, which decides for itself.
 */
export function findFileProblem(file: FileFacts, head: Uint8Array): FileProblem | null {
  if (!isVideoFileName(file.name) && !file.type.startsWith('video/')) {
    return 'uploads.fileNotVideo';
  }
  return file.size === 0 ? 'uploads.fileEmpty' : findContentProblem(head);
}

function findContentProblem(head: Uint8Array): FileProblem | null {
  const text = String.fromCharCode(...head.subarray(0, 12));
  const begin = Array.from(head.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const begins = (signature: string) => begin.startsWith(signature);
  if (BOXES.has(text.slice(4, 8)) || VIDEOS.some(begins)) return null;
  const other = OTHERS.find(([, signatures]) => signatures.some(begins));
  if (other) return other[0];
  const riff = text.startsWith('RIFF') ? text.slice(8, 12) : '';
  if (riff === 'AVI ') return null;
  if (riff === 'WAVE') return 'uploads.fileSound';
  if (riff === 'WEBP') return 'uploads.filePicture';
  return isTransportStream(head) ? null : 'uploads.fileOther';
}

/** A recorder may begin within a packet; each packet begins with 0x47 (ISO/IEC 13818-1, 2.4.3.2). */
function isTransportStream(head: Uint8Array): boolean {
  return PACKETS.some((length) => {
    const isInStep = (offset: number) =>
      Array.from({ length: PACKETS_SEEN }, (_, packet) => head[offset + packet * length]).every(
        (byte) => byte === 0x47,
      );
    return Array.from({ length }, (_, offset) => offset).some(isInStep);
  });
}
