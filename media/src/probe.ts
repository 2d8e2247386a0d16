import { confined } from './confinement.ts';
import { parseFfprobeReport, type ReportedFacts } from './ffprobe-report.ts';
import { MediaError } from './media-error.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { inspectContainer, type SourceContainer } from './source-container.ts';
import { untrustedInput } from './untrusted-input.ts';

export type SourceFacts = ReportedFacts & { container: SourceContainer; sizeBytes: number };

/** The kernel's limits of time and of file size, as ffmpeg or its parent tell them. */
const outOfBounds = /^exit SIGX|received signal (?:24|25)\b|File too large/;
const oversized = /max pixel count|picture size .* is invalid/i;

type Use = { tools: MediaTools; signal?: AbortSignal | undefined };

/**
 * Says what a file is, or why it cannot become a lesson. Trusts neither its name nor its claims.
 *
 * @throws MediaError with the reason; a damaged inside that the headers hide is found by
 * `transcodeLadder`.
 */
export async function probe(inputPath: string, { tools, signal }: Use): Promise<SourceFacts> {
  const { container, sizeBytes } = await inspectContainer(inputPath);
  const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json'];
  const { stdout, stderr } = await runTool({
    program: tools.ffprobe,
    args: [...args, ...untrustedInput(inputPath)],
    guard: confined(
      tools,
      { cpuSeconds: 60, fileBytes: 1024 ** 2 },
      { reads: [inputPath], writes: [] },
    ),
    timeoutMs: 60_000,
    signal,
  }).catch((error: unknown) => {
    throw asSourceFault(error);
  });
  // Told to decode nothing so large, ffprobe ends with success and a picture of 0 × 0.
  if (oversized.test(stderr)) throw new MediaError('too_large_picture', { log: stderr });
  return { ...parseFfprobeReport(stdout), container, sizeBytes };
}

/**
 * Says again from the headers alone whether a source is whole, and still the one that `facts` are of.
 *
 * @throws MediaError as `probe` for what headers tell; `broken_file` when it is another file by now.
 */
export async function requireUnchanged(inputPath: string, facts: SourceFacts): Promise<void> {
  const { container, sizeBytes } = await inspectContainer(inputPath);
  if (container === facts.container && sizeBytes === facts.sizeBytes) return;
  throw new MediaError('broken_file', {
    detail: 'It changed after it was looked at.',
    log: `${facts.sizeBytes} bytes of ${facts.container} became ${sizeBytes} of ${container}`,
  });
}

/** When the reader gives up by itself, the file is at fault; when it was killed, the machine is. */
export function asSourceFault(error: unknown): unknown {
  if (!(error instanceof MediaError) || error.code !== 'tool_failed') return error;
  if (outOfBounds.test(error.log)) return new MediaError('endless_file', { log: error.log });
  if (error.log.startsWith('exit SIG')) return error;
  const code = oversized.test(error.log) ? 'too_large_picture' : 'broken_file';
  return new MediaError(code, { log: error.log, cause: error });
}
