import { confineReader } from './confinement.ts';
import { toSourceFault } from './media-error.ts';
import type { SourceFacts } from './probe.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { listUntrustedInputArguments } from './untrusted-input.ts';

/** The loudness of speech and music on streaming services (AES TD1008). */
const targetLufs = -16;
/** Below it there is nothing to hear (the absolute gate of BS.1770 is at -70). */
const silenceLufs = -60;
const mostGainDb = 20;
/** Of full scale: -1 dB, so that peaks stay clean after encoding (EBU R 128). */
const ceiling = 0.891;

type LoudnessRequest = {
  inputPath: string;
  facts: Pick<SourceFacts, 'durationSeconds'>;
  stream: number;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

/**
 * Measures the integrated loudness of a sound track in LUFS (ITU-R BS.1770), as it is heard in stereo; null for
 * silence. Reads the whole sound, a few hundred times faster than it plays.
 *
 * @throws MediaError `broken_file`, `cancelled`, `timed_out`.
 */
export async function measureLoudness(request: LoudnessRequest): Promise<number | null> {
  const { inputPath, facts, stream, tools, signal } = request;
  const timeoutMs = 120_000 + facts.durationSeconds * 1000;
  const { stderr } = await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-nostats', '-v', 'info'],
      ...['-t', (facts.durationSeconds + 10).toFixed(3), ...listUntrustedInputArguments(inputPath)],
      ...['-map', `0:${stream}`, '-vn', '-sn', '-dn'],
      ...['-af', 'aformat=channel_layouts=stereo,ebur128=framelog=verbose', '-f', 'null', '-'],
    ],
    ...confineReader(tools, inputPath, timeoutMs),
    signal,
  }).catch((error: unknown) => {
    throw toSourceFault(error);
  });
  const lufs = Number(
    /Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(stderr)?.[1] ?? Number.NaN,
  );
  return Number.isFinite(lufs) && lufs > silenceLufs ? lufs : null;
}

/**
 * Measures by how many dB each of some sound tracks is to be made louder, by their stream.
 *
 * @throws MediaError as `measureLoudness`
 */
export async function measureGains(
  request: Omit<LoudnessRequest, 'stream'>,
  tracks: readonly { readonly stream: number }[],
): Promise<ReadonlyMap<number, number>> {
  const gainsDb = new Map<number, number>();
  for (const stream of new Set(tracks.map((track) => track.stream))) {
    gainsDb.set(stream, computeGainDb(await measureLoudness({ ...request, stream })));
  }
  return gainsDb;
}

/** Computes how much louder sound is made, in dB; silence and what is loud enough stay as they are. */
export function computeGainDb(lufs: number | null): number {
  if (lufs === null) return 0;
  const gain = Math.min(mostGainDb, Math.max(-mostGainDb, targetLufs - lufs));
  return Math.abs(gain) < 0.5 ? 0 : Number(gain.toFixed(1));
}

/** Lists filters of one steady gain for the whole video, so that quiet passages stay quiet; peaks are held back. */
export function listSoundFilters(gainDb: number): string[] {
  if (gainDb === 0) return [];
  return ['aformat=channel_layouts=stereo', `volume=${gainDb}dB`].concat(
    gainDb > 0 ? [`alimiter=limit=${ceiling}:level=disabled`] : [],
  );
}
