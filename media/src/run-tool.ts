import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { parentPid } from './leash.ts';
import { MediaError } from './media-error.ts';

const maxStderrCharacters = 16_384;
const maxStdoutCharacters = 4_194_304;
/** A timer set for longer fires at once. */
const maxTimerMs = 2_147_483_647;

export type ToolCommand = {
  /** Absolute path of the program. */
  program: string;
  args: readonly string[];
  /** Words put before the program, such as `setpriv --pdeathsig KILL`. */
  guard: readonly string[];
  timeoutMs: number;
  /** Ends a program that used no processor time for so long, where the system tells. */
  stallMs?: number;
  signal?: AbortSignal | undefined;
  cwd?: string;
  /** An open file descriptor the program reads as its standard input. */
  stdinFd?: number;
  /** Receives standard output as it comes; without it, output is collected and returned. */
  onStdout?: (chunk: string) => void;
};

/**
 * Runs one program without a shell, at lower priority, in its own process group, with none of the
 * server's environment beyond what finding libraries needs. Returns what it printed.
 *
 * @throws MediaError `cancelled`, `timed_out`, `disk_full`, `tool_missing`, or `tool_failed` for a
 * non-zero exit; `log` carries the tail of standard error.
 */
export async function runTool(command: ToolCommand): Promise<{ stdout: string; stderr: string }> {
  if (command.signal?.aborted) throw new MediaError('cancelled');

  const [first = command.program, ...rest] = [...command.guard, command.program, ...command.args];
  const child = spawn(first, rest, {
    shell: false,
    detached: true,
    windowsHide: true,
    stdio: [command.stdinFd ?? 'ignore', 'pipe', 'pipe'],
    env: childEnvironment(),
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
  });
  lowerPriority(child);

  let stopped: 'cancelled' | 'timed_out' | 'tool_failed' | undefined;
  const stop = (reason: 'cancelled' | 'timed_out' | 'tool_failed') => {
    stopped ??= reason;
    killGroup(child);
  };
  const onAbort = () => stop('cancelled');
  const timer = setTimeout(() => stop('timed_out'), Math.min(command.timeoutMs, maxTimerMs));
  command.signal?.addEventListener('abort', onAbort, { once: true });
  const unwatch = watchForStall(child, command.stallMs, () => stop('tool_failed'));

  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    if (command.onStdout) command.onStdout(chunk);
    else if (stdout.length + chunk.length > maxStdoutCharacters) stop('tool_failed');
    else stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-maxStderrCharacters);
  });

  try {
    const exitCode = await waitForExit(child);
    if (stopped) throw new MediaError(stopped, { log: stderr });
    if (exitCode === 0) return { stdout, stderr };
    if (/No space left on device|Disk quota exceeded/i.test(stderr))
      throw new MediaError('disk_full', { log: stderr });
    throw new MediaError('tool_failed', { log: `exit ${exitCode}\n${stderr}` });
  } finally {
    clearTimeout(timer);
    unwatch();
    command.signal?.removeEventListener('abort', onAbort);
  }
}

/** Several looks in a row: one may be late, on a machine that was suspended. */
const stallLooks = 6;

/** Calls once the program's processor time stood still for that long. @returns ends the watch */
function watchForStall(
  { pid }: ChildProcess,
  stallMs: number | undefined,
  onStall: () => void,
): () => void {
  if (pid === undefined || stallMs === undefined) return () => undefined;
  let lastTicks = -1;
  let still = 0;
  const timer = setInterval(async () => {
    const ticks = await readProcessorTicks(pid);
    still = ticks !== undefined && ticks === lastTicks ? still + 1 : 0;
    lastTicks = ticks ?? -1;
    if (still >= stallLooks) onStall();
  }, stallMs / stallLooks);
  return () => clearInterval(timer);
}

/** Reads the processor time of a process with all its threads (proc_pid_stat(5)). */
async function readProcessorTicks(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Its name stands in brackets, and may hold blanks.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && Number(fields[11]) + Number(fields[12]);
}

function waitForExit(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new MediaError('tool_missing', { detail: `It did not start: ${cause.message}.`, cause }),
      ),
    );
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // No such group: it has ended already, or the platform has no groups.
    child.kill('SIGKILL');
  }
}

function lowerPriority(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // A container may forbid it; the work is right at any priority.
  }
}

/** Secrets of the server (its database address, its keys) must not reach a parser of hostile files. */
function childEnvironment(): NodeJS.ProcessEnv {
  const libraries = [
    'PATH',
    'LD_LIBRARY_PATH',
    'DYLD_LIBRARY_PATH',
    'HOME',
    'TMPDIR',
    'SystemRoot',
  ];
  const hardware = ['LIBVA_DRIVER_NAME', 'LIBVA_DRIVERS_PATH', 'CUDA_VISIBLE_DEVICES'];
  const environment: NodeJS.ProcessEnv = {
    LC_ALL: 'C',
    AV_LOG_FORCE_NOCOLOR: '1',
    [parentPid]: String(process.pid),
  };
  for (const name of [...libraries, ...hardware]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
