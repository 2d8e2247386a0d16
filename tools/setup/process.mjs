import { spawn } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';
import { root } from './root.mjs';

/** A failure that its reader can act on: printed as its one sentence, without a stack. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
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

/**
 * Runs a program silently; what it printed is shown only when it fails.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runQuietly(file, args, { cwd = root, env = process.env } = {}) {
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.once('close', resolve);
  });
  if (code !== 0) process.stderr.write(`${output.trimEnd()}\n`);
  return code === 0;
}

/**
 * Runs a tool's main and turns what it throws into its exit code.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? process.exitCode ?? 0;
  } catch (error) {
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
