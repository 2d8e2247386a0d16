import { spawn } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';
import { root } from './root.mjs';

/** A failure that its reader can act on: printed as its one sentence, without a stack. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}

/** A signal arrived, and the interrupted work has ended. */
class Interrupted extends Error {
  /** @override */
  name = 'Interrupted';

  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Interrupted by ${signal}.`);
    this.signal = signal;
  }
}

/**
 * Runs a program in the foreground until it ends, passing on the signals that reach us alone.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit code, or 128 + the number of the signal that ended it
 */
export async function runInForeground(file, args, { cwd = root, env = process.env } = {}) {
  const child = spawn(file, args, { cwd, env, stdio: 'inherit' });
  // A terminal sends Ctrl+C to the whole group, so the child has it already.
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, passOn);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 0 : os.constants.signals[signal]));
      });
    });
  } finally {
    for (const signal of signals) process.off(signal, passOn);
  }
}

/** How long a program may take to end after a signal. */
const STOP_TIMEOUT_MS = 5000;

/**
 * Runs a program silently, as the leader of a new process group. A signal to us ends the whole
 * group before we end.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {boolean} [options.isTerminal] it stays in our group, as needed for a password prompt, and
 * may take any time
 * @param {(pid: number) => void} [options.onStart]
 * @returns {Promise<{ succeeded: boolean, output: string }>}
 * @throws {Interrupted} when a signal arrived
 */
export async function runCaptured(file, args, options = {}) {
  const { cwd = root, env = process.env, isTerminal = false, onStart } = options;
  /** @type {NodeJS.Signals | undefined} */
  let interruptedBy;
  /** @type {NodeJS.Timeout | undefined} */
  let lastResort;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    if (child?.pid === undefined) return;
    try {
      process.kill(isTerminal ? child.pid : -child.pid, signal);
    } catch {
      // It has ended, or belongs to another user: then the terminal has signalled it.
    }
  };
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    interruptedBy ??= signal;
    kill(signal);
    if (!isTerminal) lastResort ??= setTimeout(kill, STOP_TIMEOUT_MS, 'SIGKILL');
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, stop);
  try {
    const started = spawn(file, args, {
      cwd,
      env,
      detached: !isTerminal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    if (started.pid !== undefined) onStart?.(started.pid);
    let output = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    const code = await new Promise((resolve) => {
      started.once('error', (error) => {
        output += error.message;
        resolve(1);
      });
      started.once('close', resolve);
    });
    if (interruptedBy !== undefined) throw new Interrupted(interruptedBy);
    return { succeeded: code === 0, output: output.trimEnd() };
  } finally {
    clearTimeout(lastResort);
    for (const signal of signals) process.off(signal, stop);
  }
}

/**
 * Like `runCaptured`; shows the output only when it fails.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Parameters<typeof runCaptured>[2]} [options]
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runQuietly(file, args, options) {
  const { succeeded, output } = await runCaptured(file, args, options);
  if (!succeeded) process.stderr.write(`${output}\n`);
  return succeeded;
}

/**
 * Runs a tool's main and turns what it throws into its exit code.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? process.exitCode ?? 0;
  } catch (error) {
    if (error instanceof Interrupted) {
      process.stderr.write('Interrupted.\n');
      process.exitCode = 128 + os.constants.signals[error.signal];
      return;
    }
    process.stderr.write(
      error instanceof SetupError ? `${error.message}\n` : `${inspectError(error)}\n`,
    );
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
function inspectError(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
