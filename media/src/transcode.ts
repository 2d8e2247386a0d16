import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { softwareEncoder, type VideoEncoder } from './encoders.ts';
import { makeEnterable, shiftProgressBehindCopy } from './enterable-source.ts';
import { measureGains } from './loudness.ts';
import { readMadeSeconds } from './made-length.ts';
import { MediaError, type MediaErrorCode } from './media-error.ts';
import { type PartLengths, planSharedParts } from './parts.ts';
import { runEncoder, type TranscodeRequest } from './run-encoder.ts';
import { type Kept, transcodeInPieces } from './transcode-pieces.ts';

export type LadderRequest = TranscodeRequest & {
  /** Where finished pieces are kept; without it, the whole is made at once. */
  kept?: Kept & PartLengths;
};

export type Transcoded = {
  encoder: VideoEncoder['name'];
  /** What the configured encoder said when it failed and libx264 replaced it; for the log. */
  setback: string | null;
};

/**
 * Encodes every rendition and the sound, with key frames on the segment grid: in one pass of one
 * ffmpeg, or a long video in pieces that are kept. Where hardware fails halfway (too many sessions,
 * a driver), libx264 does it all again.
 *
 * @throws MediaError `broken_file` when a tenth of the pictures cannot be decoded or the result is
 * shorter than the source says, `disk_full`, `cancelled`, `timed_out`.
 */
export async function transcodeLadder(request: LadderRequest): Promise<Transcoded> {
  const { tools } = request;
  await mkdir(request.outDir, { recursive: true });
  const { name } = tools.encoder;
  try {
    await transcodeWith(request);
    return { encoder: name, setback: null };
  } catch (error) {
    const isItsFault = error instanceof MediaError && mayBeFaultOfHardware.has(error.code);
    if (name === 'libx264' || !isItsFault) throw error;
    await transcodeWith({ ...request, tools: { ...tools, encoder: softwareEncoder } });
    return { encoder: 'libx264', setback: error.log };
  }
}

/** A broken file fails in the same way again; a driver does not. */
const mayBeFaultOfHardware: ReadonlySet<MediaErrorCode> = new Set([
  'broken_file',
  'endless_file',
  'tool_failed',
]);

/** Fewer pieces are made before another worker has fetched the source. */
const fewestShared = 4;

async function transcodeWith(request: LadderRequest): Promise<void> {
  const { kept, facts } = request;
  if (kept === undefined) return transcodeAtOnce(request);
  const plan = planSharedParts(request, kept);
  if (plan.pictures.length === 1) return transcodeAtOnce(request);
  const crew = plan.pictures.length < fewestShared ? undefined : kept.crew;
  const enterable = await makeEnterable({ ...request, kept: { ...kept, crew } }, kept.dir);
  const isJoined =
    enterable !== null &&
    (await transcodeInPieces(shiftProgressBehindCopy(enterable, facts), plan).catch(
      async (error: unknown) => {
        // A failure of a copy says nothing about the source.
        if (enterable.inputPath === request.inputPath || !isBroken(error)) throw error;
        await crew?.withdraw();
        return false;
      },
    ));
  if (!isJoined) return transcodeAtOnce(shiftProgressBehindCopy(request, facts));
  await requireWholeResult(request);
}

async function transcodeAtOnce(request: TranscodeRequest): Promise<void> {
  const { facts, ladder } = request;
  const gainsDb = await measureGains(request, ladder.audio);
  await runEncoder(request, { gainsDb, seconds: facts.durationSeconds });
  await requireWholeResult(request);
}

function isBroken(error: unknown): boolean {
  return error instanceof MediaError && error.code === 'broken_file';
}

/** ffmpeg ends with success when its input merely stops early, so the length tells. */
async function requireWholeResult(request: TranscodeRequest): Promise<void> {
  const { facts, outDir, ladder } = request;
  const [best] = ladder.video;
  if (!best) throw new MediaError('broken_file');
  const madeSeconds = await readMadeSeconds(resolve(outDir, `${best.name}.mp4`)).catch(
    (cause: unknown) => {
      throw new MediaError('broken_file', { log: 'no picture came out', cause });
    },
  );
  const expected = facts.durationSeconds;
  if (expected - madeSeconds <= Math.max(1, expected * 0.02)) return;
  throw new MediaError('broken_file', {
    detail: `It says it is ${Math.round(expected)} seconds long, but only ${Math.floor(madeSeconds)} could be read.`,
  });
}
