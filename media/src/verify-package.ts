import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentKeys } from './content-keys.ts';
import { readBoxHeader } from './iso-boxes.ts';
import type { AudioRendition, Ladder, VideoRendition } from './ladder.ts';
import { MediaError } from './media-error.ts';
import { readTrackProtection, requireEncryptedFragment } from './protection-boxes.ts';

/** Everything that a package consists of, as paths relative to its folder with `/` between. */
export type VerifiedPackage = {
  files: readonly string[];
  totalBytes: number;
  /** Segments of each rendition by its name. */
  segmentCounts: Readonly<Record<string, number>>;
};

type Packaged = { ladder: Ladder; keys: ContentKeys; scheme: string; outDir: string };

const maxHeadBytes = 1_048_576;

/**
 * Reads a package back: all files of the ladder are there, every track is encrypted in the scheme and
 * with the key ID meant for its class, and every segment lists its encrypted samples,
 * of which none that shows or sounds like anything is in the clear.
 *
 * @throws MediaError `not_protected` naming in `log` what was wrong.
 */
export async function verifyPackage(packaged: Packaged): Promise<VerifiedPackage> {
  const { ladder, outDir } = packaged;
  const renditions = [...ladder.video, ...ladder.audio];
  const segmentCounts: Record<string, number> = {};
  const files = ['manifest.mpd', 'master.m3u8'];
  for (const rendition of renditions) {
    const segments = await verifyTrack(packaged, rendition);
    segmentCounts[rendition.name] = segments.length;
    for (const file of ['init.mp4', 'media.m3u8', ...segments])
      files.push(`${rendition.name}/${file}`);
  }
  const videoCounts = new Set(ladder.video.map((rendition) => segmentCounts[rendition.name]));
  if (videoCounts.size !== 1) throw refused('the video tracks differ in their number of segments');
  return { files, totalBytes: await totalSize(outDir, files), segmentCounts };
}

async function verifyTrack(
  { outDir, keys, scheme }: Packaged,
  rendition: VideoRendition | AudioRendition,
): Promise<string[]> {
  const folder = join(outDir, rendition.name);
  const written = await readdir(folder).catch((cause: unknown) => {
    throw new MediaError('not_protected', { log: `${rendition.name} was not written`, cause });
  });
  if (!written.includes('media.m3u8')) throw refused(`${rendition.name}/media.m3u8 is missing`);
  const segments = listedSegments(await readFile(join(folder, 'media.m3u8'), 'utf8'));
  const missing = ['init.mp4', ...segments].find((file) => !written.includes(file));
  if (missing) throw refused(`${rendition.name}/${missing} is missing`);
  const isNumbered = segments.every((file, index) => file === `${index + 1}.m4s`);
  // init.mp4 and the playlist come on top of the segments.
  if (segments.length === 0 || !isNumbered || written.length !== segments.length + 2) {
    throw refused(`${rendition.name} does not hold exactly the segments that its playlist lists`);
  }

  const track = readTrackProtection(await readFile(join(folder, 'init.mp4')));
  const expected = keys[rendition.quality];
  if (track.scheme !== scheme) throw refused(`${rendition.name} is encrypted as ${track.scheme}`);
  if (!expected || Buffer.compare(track.keyId, expected.keyId) !== 0) {
    throw refused(`${rendition.name} has another key id than that of ${rendition.quality}`);
  }
  for (const segment of segments) {
    requireEncryptedFragment(await readFragmentHead(join(folder, segment)), track);
  }
  return segments;
}

/**
 * Lists the segments in the playlist, the packager's own record of what it wrote (RFC 8216: lines
 * without `#` are addresses).
 */
function listedSegments(playlist: string): string[] {
  return playlist.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
}

/** Reads the boxes of a segment up to its media data, without the data. */
async function readFragmentHead(path: string): Promise<Uint8Array> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const header = Buffer.alloc(16);
  let offset = 0;
  while (offset < size && offset < maxHeadBytes) {
    const { bytesRead } = await file.read(header, 0, 16, offset);
    const box = readBoxHeader(header.subarray(0, bytesRead));
    if (!box || box.sizeBytes === 'to-end' || box.sizeBytes < box.headerBytes) break;
    if (box.type === 'mdat') {
      if (offset + box.sizeBytes !== size) break;
      const head = Buffer.alloc(offset);
      await file.read(head, 0, offset, 0);
      return head;
    }
    offset += box.sizeBytes;
  }
  throw refused(`${path} is not a segment with one fragment`);
}

async function totalSize(outDir: string, files: readonly string[]): Promise<number> {
  let total = 0;
  for (const file of files) {
    total += await stat(join(outDir, file)).then(
      ({ size }) => size,
      (cause: unknown) => {
        throw new MediaError('not_protected', { log: `${file} is missing`, cause });
      },
    );
  }
  return total;
}

function refused(why: string): MediaError {
  return new MediaError('not_protected', { log: why });
}
