import type { MediaTools } from './resolve-tools.ts';

/** Address space: a picture of the largest accepted size is decoded with a dozen references in it. */
const memoryBytes = 8 * 1024 ** 3;
/** Of the account that runs the server, against a program that multiplies. */
const processes = 4096;

/**
 * The words to put before a program that reads a stranger's file: what is always put there, and
 * limits that the kernel keeps (`prlimit` of util-linux) where they can be had.
 */
export function confined(
  tools: Pick<MediaTools, 'guard' | 'prlimit' | 'encoder'>,
  limits: { cpuSeconds: number; fileBytes: number },
): readonly string[] {
  if (tools.prlimit === null) return tools.guard;
  return [
    tools.prlimit,
    // CUDA reserves far more addresses than it uses; there ffmpeg's own limit has to do.
    ...(tools.encoder.name === 'nvenc' ? [] : [`--as=${memoryBytes}`]),
    `--cpu=${Math.ceil(limits.cpuSeconds)}`,
    `--fsize=${Math.ceil(limits.fileBytes)}`,
    `--nproc=${processes}`,
    '--core=0',
    ...tools.guard,
  ];
}
