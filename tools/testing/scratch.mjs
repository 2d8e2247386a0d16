import { accessSync, constants, statfsSync } from 'node:fs';
import process from 'node:process';

const memoryFolder = '/dev/shm';
/** Databases, media and browser profiles of two workers take a quarter of it. */
const neededBytes = 8 * 2 ** 30;

/**
 * The environment of tests that run a database: their temporary files lie in memory, where there is
 * plenty, since a disk that commits in milliseconds takes a third of their time. TMPDIR of the
 * caller takes precedence.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function withQuickScratch(environment) {
  return environment['TMPDIR'] === undefined && isRoomy(memoryFolder)
    ? { ...environment, TMPDIR: memoryFolder }
    : environment;
}

/** @param {string} folder */
function isRoomy(folder) {
  if (process.platform !== 'linux') return false;
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
