import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaError } from './media-error.ts';
import {
  computeSoundSeconds,
  leadFrames,
  type SoundPiece,
  samplesInFrame,
  soundRate,
} from './pieces.ts';
import { runEncoder, type TranscodeRequest } from './run-encoder.ts';
import { runTool } from './run-tool.ts';
import { formatFileUrl } from './untrusted-input.ts';

/**
 * Encodes a piece of every sound track into `outDir`, as bare frames. They follow those of the
 * piece before without a seam: all are cut by one count of samples, and each encoder also reads
 * what its neighbour reads.
 *
 * @throws MediaError
 */
export async function encodeSoundPiece(
  request: TranscodeRequest,
  soundPiece: SoundPiece,
  gainsDb: ReadonlyMap<number, number>,
): Promise<void> {
  const { ladder, outDir, facts } = request;
  const { firstFrame, frames } = soundPiece;
  const encoded = { ...request, ladder: { ...ladder, video: [] }, soundPiece };
  await runEncoder(encoded, { gainsDb, seconds: computeSoundSeconds(soundPiece, facts) });
  const skipped = Math.min(firstFrame, leadFrames);
  for (const { name } of ladder.audio) {
    const file = join(outDir, `${name}.aac`);
    const own = splitFrames(await readFile(file)).slice(skipped);
    await writeFile(file, Buffer.concat(frames === null ? own : own.slice(0, frames)));
  }
}

/**
 * Joins the pieces of a sound track to what one pass would have made.
 *
 * @param dirs of the pieces, in their order
 * @throws MediaError
 */
export async function joinSound(
  { outDir, tools, signal }: Pick<TranscodeRequest, 'outDir' | 'tools' | 'signal'>,
  name: string,
  dirs: readonly string[],
): Promise<void> {
  const whole = join(outDir, `${name}.aac`);
  await writeFile(whole, '');
  for (const dir of dirs) await appendFile(whole, await readFile(join(dir, `${name}.aac`)));
  // The first frame only primes the decoder, and plays before the beginning.
  const offset = ['-itsoffset', (-samplesInFrame / soundRate).toFixed(9)];
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
      ...['-f', 'aac', ...offset, '-i', formatFileUrl(whole)],
      ...['-c', 'copy', '-bsf:a', 'aac_adtstoasc', '-f', 'mp4'],
      formatFileUrl(join(outDir, `${name}.mp4`)),
    ],
    guard: tools.guard,
    timeoutMs: 30 * 60_000,
    signal,
  });
  await rm(whole);
}

/**
 * Splits an ADTS stream into its frames, by the 13 bits of length in their headers (ISO/IEC 14496-3,
 * 1.A.2).
 *
 * @throws MediaError `tool_failed` when a frame is cut off, as nothing that ffmpeg finished is.
 */
export function splitFrames(adts: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < adts.length; ) {
    const length = at + 6 < adts.length ? (adts.readUInt32BE(at + 3) >>> 13) & 0x1fff : 0;
    if (length < 7 || at + length > adts.length) {
      throw new MediaError('tool_failed', { log: `no whole frame of sound at byte ${at}` });
    }
    frames.push(adts.subarray(at, at + length));
    at += length;
  }
  return frames;
}
