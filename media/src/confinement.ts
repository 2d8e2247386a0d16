import path from 'node:path';
import { listHidingWords, type Reach } from './hidden-files.ts';
import type { MediaTools } from './resolve-tools.ts';

/** Address space: a picture of the largest accepted size is decoded with a dozen references in it. */
const memoryBytes = 8 * 1024 ** 3;
/** Of the account that runs the server, against a program that multiplies. */
const processes = 4096;

type ConfiningTools = Pick<
  MediaTools,
  'guard' | 'hiding' | 'prlimit' | 'encoder' | 'ffmpeg' | 'ffprobe'
>;

/**
 * Lists the words to put before a program that reads an untrusted file: the common ones and, where
 * the system provides them, limits kept by the kernel (`prlimit` of util-linux) and a private root
 * with only what it needs. Hardware encoders need devices and drivers; they see the whole disk.
 */
export function confine(
  tools: ConfiningTools,
  limits: { cpuSeconds: number; fileBytes: number },
  reach: Reach,
): readonly string[] {
  const { hiding, ffmpeg, ffprobe } = tools;
  const reads = [ffmpeg, ffprobe, ...reach.reads].map((each) => path.resolve(each));
  const writes = reach.writes.map((each) => path.resolve(each));
  const isHidden = hiding !== null && tools.encoder.name === 'libx264';
  const guard = isHidden ? listHidingWords(hiding, { reads, writes }) : tools.guard;
  if (tools.prlimit === null) return guard;
  return [
    tools.prlimit,
    // CUDA reserves far more addresses than it uses; there ffmpeg's own limit has to do.
    ...(tools.encoder.name === 'nvenc' ? [] : [`--as=${memoryBytes}`]),
    `--cpu=${Math.ceil(limits.cpuSeconds)}`,
    `--fsize=${Math.ceil(limits.fileBytes)}`,
    `--nproc=${processes}`,
    '--core=0',
    ...guard,
  ];
}

/** Confines a program that only looks at untrusted files and writes to its standard output alone. */
export function confineReader(
  tools: ConfiningTools,
  inputPath: string | readonly string[],
  timeoutMs: number,
) {
  const limits = { cpuSeconds: timeoutMs / 1000, fileBytes: 1024 ** 2 };
  return { guard: confine(tools, limits, { reads: [inputPath].flat(), writes: [] }), timeoutMs };
}
