import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type PidFile, parsePidFile } from './pid-file.ts';
import { parseLauncherPid } from './settings.ts';

/** A PostgreSQL that runs on a data folder. */
export type Postmaster = PidFile & {
  /** The process that started it has ended, so no process will stop it. */
  readonly orphaned: boolean;
  /** Its parent; unless orphaned, the process that started it. */
  readonly parentPid: number;
};

/** Finds the server that runs on `clusterDir`; a stale or reused process id counts as none. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const file = await readPidFile(clusterDir);
  if (file === undefined) return undefined;
  const found = await inspectProcess(file.pid);
  if (found === undefined || !found.commandLine.includes(`-D ${clusterDir} `)) return undefined;
  const { parentPid } = found;
  return { ...file, orphaned: parseLauncherPid(found.commandLine) !== parentPid, parentPid };
}

export async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  return parsePidFile(text);
}

type ProcessFacts = { readonly parentPid: number; readonly commandLine: string };

function inspectProcess(pid: number): Promise<ProcessFacts | undefined> {
  return process.platform === 'linux' ? inspectByProc(pid) : inspectByPs(pid);
}

async function inspectByProc(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const [stat, commandLine] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // The second field is a name in parentheses and may itself hold blanks and parentheses.
    const [, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parentPid: Number(parentPid), commandLine: `${commandLine.replaceAll('\0', ' ')} ` };
  } catch {
    return undefined;
  }
}

async function inspectByPs(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const args = ['-ww', '-o', 'ppid=,command=', '-p', String(pid)];
    const { stdout } = await promisify(execFile)('ps', args);
    const [, parentPid, commandLine] = /^\s*(\d+)\s+(.*)$/s.exec(stdout) ?? [];
    if (parentPid === undefined || commandLine === undefined) return undefined;
    return { parentPid: Number(parentPid), commandLine: `${commandLine.trim()} ` };
  } catch {
    return undefined;
  }
}

/** Sends `signal`; a process that has ended counts as signalled. */
export function signalPostmaster(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
