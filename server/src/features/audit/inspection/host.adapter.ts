import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import inspector from 'node:inspector';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { AdvisoryReport, ProcessFacts } from '../ports.ts';

const runFile = promisify(execFile);
const root = path.join(import.meta.dirname, '..', '..', '..', '..', '..');

/** Describes this process: what it may do beyond its work. */
export async function describeProcess(): Promise<ProcessFacts> {
  // Linux alone tells; elsewhere it is not known.
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const noNewPrivileges = /^NoNewPrivs:\s*(\d)/m.exec(status)?.[1];
  const mayChangeCode = await access(import.meta.filename, constants.W_OK).then(
    () => true,
    () => false,
  );
  return {
    isRoot: process.getuid?.() === 0,
    mayGainPrivileges: noNewPrivileges === undefined ? null : noNewPrivileges === '0',
    mayChangeCode,
    isInspectorOpen: inspector.url() !== undefined,
    logsUncaught: ['uncaughtExceptionMonitor', 'uncaughtException'].some(hasListener),
    survivesUncaught: ['uncaughtException', 'unhandledRejection'].some(hasListener),
  };
}

const hasListener = (name: string) => process.listenerCount(name) > 0;

const gitTimeoutMs = 10_000;

/**
 * Compares the files of a folder with those of its commit.
 * @returns undefined where it is no checkout, or there is no git
 */
export async function compareCode(
  folder = root,
): Promise<{ readonly commit: string; readonly changed: readonly string[] } | undefined> {
  // Settings of the folder could name programs of another user.
  const safely = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-C', folder];
  const ask = async (...args: string[]) => {
    const { stdout } = await runFile('git', [...safely, ...args], { timeout: gitTimeoutMs });
    return stdout;
  };
  try {
    const commit = (await ask('rev-parse', '--short=12', 'HEAD')).trim();
    // With a path: another checkout above this folder knows none of its files.
    if ((await ask('ls-files', '--', 'package.json')).trim() === '') return undefined;
    const changed = await ask('diff', '--name-only', '-z', '--no-ext-diff', 'HEAD', '--', '.');
    return { commit, changed: changed.split('\0').filter((name) => name !== '') };
  } catch {
    return undefined;
  }
}

/** Finds when the list of exact packages was changed last. */
export async function findLockfileTime(): Promise<Date | undefined> {
  return findTime(path.join(root, 'package-lock.json'));
}

/** Finds when the operator's backup job touched `last-backup` beside the data. */
export async function findBackupTime(dataDir: string): Promise<Date | undefined> {
  return findTime(path.join(dataDir, 'last-backup'));
}

async function findTime(file: string): Promise<Date | undefined> {
  return (await stat(file).catch(() => undefined))?.mtime;
}

/** Of `npm audit --json`, version 2. */
const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

/**
 * Reads the report of `npm audit --json` in `npm-audit.json` beside the data.
 * @returns undefined where it is missing or no such report
 */
export async function findAdvisoryReport(dataDir: string): Promise<AdvisoryReport | undefined> {
  const file = path.join(dataDir, 'npm-audit.json');
  const at = await findTime(file);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (at === undefined || text === undefined) return undefined;
  const report = z.safeParse(reportSchema, parseJson(text));
  if (!report.success) return undefined;
  const packages = Object.entries(report.data.vulnerabilities);
  const count = (word: string) => packages.filter(([, { severity }]) => severity === word).length;
  return {
    at,
    critical: count('critical'),
    high: count('high'),
    packages: packages
      .filter(([, { severity }]) => severity === 'critical' || severity === 'high')
      .map(([name]) => name)
      .slice(0, 50),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
