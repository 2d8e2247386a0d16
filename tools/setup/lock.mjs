import { spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { inRoot } from './root.mjs';

const POLL_MS = 100;
const LOCK_FILE = /^lock-(\d+)$/;

/**
 * Runs `work` while no other process sets up this clone; waits for the one that does.
 *
 * A lock is a numbered file with the processes that hold it, a line each. The highest number
 * counts, and that file is never removed, only emptied: so two processes that find its holder dead
 * want to make the same next file, which one of them can. A holder counts as dead when none of its
 * processes runs any more; the start time tells a reused process id.
 * @template Result
 * @param {(lock: { hold(pid: number): void }) => Promise<Result>} work `hold` keeps the lock for a
 * child too, which may outlive this process
 * @param {{ folder?: string, onWait?: (pid: number) => void }} [options]
 * @returns {Promise<Result>}
 */
export async function withSetupLock(
  work,
  { folder = inRoot('.cache', 'setup'), onWait = sayWaiting } = {},
) {
  mkdirSync(folder, { recursive: true });
  const file = await acquire(folder, onWait);
  const holders = [describeProcess(process.pid)];
  const hold = (/** @type {number} */ pid) => {
    holders.push(describeProcess(pid));
    const draft = draftIn(folder, holders);
    renameSync(draft, file);
  };
  try {
    return await work({ hold });
  } finally {
    writeFileSync(file, '');
  }
}

/**
 * @param {string} folder
 * @param {(pid: number) => void} onWait
 * @returns {Promise<string>} the file that this process holds
 */
async function acquire(folder, onWait) {
  let told = 0;
  for (;;) {
    const highest = highestLock(folder);
    const holder = readHolders(path.join(folder, `lock-${highest}`)).find(isRunning);
    if (holder === undefined) {
      const file = path.join(folder, `lock-${highest + 1}`);
      if (createLock(folder, file)) {
        if (highestLock(folder) === highest + 1) {
          removeOld(folder, highest);
          return file;
        }
        // Others have come and gone since the first look, and removed the file that seemed the
        // highest.
        rmSync(file, { force: true });
      }
      continue;
    }
    const pid = Number(holder.split(' ')[0]);
    if (pid !== told) onWait(pid);
    told = pid;
    await delay(POLL_MS);
  }
}

/**
 * Creates the file with its content in one step, unless it exists.
 * @param {string} folder
 * @param {string} file
 */
function createLock(folder, file) {
  const draft = draftIn(folder, [describeProcess(process.pid)]);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} holders
 */
function draftIn(folder, holders) {
  const draft = path.join(folder, `draft-${process.pid}`);
  writeFileSync(draft, holders.join('\n'));
  return draft;
}

/** @param {string} folder */
function highestLock(folder) {
  const numbers = readdirSync(folder).map((name) => Number(LOCK_FILE.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/**
 * @param {string} folder
 * @param {number} last number of the newest that is past
 */
function removeOld(folder, last) {
  for (const name of readdirSync(folder)) {
    const number = Number(LOCK_FILE.exec(name)?.[1] ?? Number.POSITIVE_INFINITY);
    if (number <= last) rmSync(path.join(folder, name), { force: true });
  }
}

/** @param {string} file */
function readHolders(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** @param {string} holder a line of `describeProcess` */
function isRunning(holder) {
  const described = describeProcess(Number(holder.split(' ')[0]));
  return described.includes(' ') && described === holder;
}

/**
 * @param {number} pid
 * @returns {string} its id and when it started; the id alone when it does not run
 */
function describeProcess(pid) {
  return [pid, startOf(pid)].filter(Boolean).join(' ');
}

/** @param {number} pid */
function startOf(pid) {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.trim();
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold blanks and parentheses (proc_pid_stat(5): 3 state, 22 starttime).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? '' : fields[19];
  } catch {
    return '';
  }
}

/** @param {number} pid */
function sayWaiting(pid) {
  process.stdout.write(`Waiting for process ${pid}, which sets up this folder ...\n`);
}
