import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { confineReader } from './confinement.ts';
import type { VideoRendition } from './ladder.ts';
import { MediaError } from './media-error.ts';
import {
  computePictureSeconds,
  countLeastPictures,
  damageMark,
  listPartFiles,
  type Part,
} from './parts.ts';
import { computeSoundSeconds, type SoundPiece } from './pieces.ts';
import { computeLargestFile, type TranscodeRequest } from './run-encoder.ts';
import { runTool } from './run-tool.ts';
import { splitFrames } from './sound-pieces.ts';
import { listUntrustedInputArguments } from './untrusted-input.ts';

export type MadePart = Pick<TranscodeRequest, 'facts' | 'ladder' | 'tools' | 'signal'> & {
  /** Holds the files of the part and nothing else. */
  dir: string;
};

/**
 * Checks the files of a part that another made: all are there, each is what its rendition is, and
 * as long as it was planned.
 *
 * @returns null where it can't be used; else what must be equal in all pictures of a plan
 * @throws MediaError `cancelled`, `timed_out`, `tool_missing`
 */
export async function verifyPart(made: MadePart, part: Part): Promise<{ headers: string } | null> {
  const { dir, facts, ladder } = made;
  const wanted = listPartFiles(part, ladder);
  const names = (await readdir(dir)).filter((name) => part.kind === 'sound' || name !== damageMark);
  if (names.toSorted().join('/') !== wanted.toSorted().join('/')) return null;
  const isSound = part.kind === 'sound';
  const seconds = isSound
    ? computeSoundSeconds(part.piece, facts)
    : computePictureSeconds(part.piece, made);
  const largest = computeLargestFile(ladder, seconds);
  const sizes = await Promise.all(wanted.map((name) => stat(join(dir, name))));
  if (sizes.some((found) => !found.isFile() || found.size > largest)) return null;
  if (isSound) return (await areFramesRight(made, part.piece, wanted)) ? { headers: '' } : null;
  const found = await inspectRenditions(made);
  if (found === null) return null;
  const { pictures: most } = part.piece;
  const least = countLeastPictures(part.piece, made);
  const isRight = found.every(
    ({ pictures, beginsWithKey }) => beginsWithKey && pictures >= least && pictures <= most,
  );
  return isRight ? { headers: joinHeaders(found) } : null;
}

/** Reads what must be equal in all pictures of a plan: the parameter sets of each rendition. */
export async function readHeaders(made: Omit<MadePart, 'facts'>): Promise<string | null> {
  const found = await inspectRenditions(made);
  return found && joinHeaders(found);
}

function joinHeaders(found: readonly FoundPictures[]): string {
  return found.map(({ headers }) => headers).join(' ');
}

async function inspectRenditions(made: Omit<MadePart, 'facts'>): Promise<FoundPictures[] | null> {
  const all: FoundPictures[] = [];
  for (const rendition of made.ladder.video) {
    const found = await inspectPictures(made, rendition);
    if (found === null) return null;
    all.push(found);
  }
  return all;
}

type FoundPictures = { pictures: number; beginsWithKey: boolean; headers: string };

/** @returns null where the file holds no pictures of that rendition */
async function inspectPictures(
  { dir, tools, signal }: Pick<MadePart, 'dir' | 'tools' | 'signal'>,
  { name, width, height }: VideoRendition,
): Promise<FoundPictures | null> {
  const file = join(dir, `${name}.mp4`);
  const streams = 'stream=codec_name,pix_fmt,width,height,extradata_hash';
  try {
    const { stdout } = await runTool({
      program: tools.ffprobe,
      args: [
        ...['-v', 'error', '-show_data_hash', 'sha256', '-show_entries', `${streams}:packet=flags`],
        ...['-of', 'compact=nokey=0', ...listUntrustedInputArguments(file)],
      ],
      ...confineReader(tools, file, 60_000),
      signal,
    });
    const lines = stdout.split('\n');
    const found = lines.filter((line) => line.startsWith('stream|'));
    const packets = lines.filter((line) => line.startsWith('packet|'));
    const [stream = ''] = found;
    const said = new Map(stream.split('|').map((field) => splitOnce(field)));
    const isRight =
      found.length === 1 &&
      said.get('codec_name') === 'h264' &&
      said.get('width') === String(width) &&
      said.get('height') === String(height);
    if (!isRight) return null;
    const headers = `${said.get('pix_fmt')}:${said.get('extradata_hash')}`;
    const beginsWithKey = packets[0]?.includes('flags=K') ?? false;
    return { pictures: packets.length, beginsWithKey, headers };
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

function splitOnce(field: string): [string, string] {
  const at = field.indexOf('=');
  return [field.slice(0, at), field.slice(at + 1)];
}

async function areFramesRight(
  { dir }: MadePart,
  { frames }: SoundPiece,
  names: readonly string[],
): Promise<boolean> {
  for (const name of names) {
    const bytes = await readFile(join(dir, name));
    try {
      const found = splitFrames(bytes);
      const count = found.every(isAsPlanned) ? found.length : 0;
      // The last one lasts as long as the sound does.
      if (count === 0 || (frames !== null && count !== frames)) return false;
    } catch (error) {
      if (isRefused(error)) return false;
      throw error;
    }
  }
  return true;
}

/** A frame of AAC-LC in stereo at the rate of all our sound, as its header says (ISO/IEC 14496-3, 1.A.2). */
function isAsPlanned(frame: Buffer): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = frame;
  const isAdts = first === 0xff && (second & 0xf6) === 0xf0;
  return isAdts && (third & 0xfd) === 0x4c && fourth >> 6 === 2;
}

/** The reader says that the file is not right; other failures are of this machine. */
function isRefused(error: unknown): boolean {
  return error instanceof MediaError && error.code === 'tool_failed';
}
