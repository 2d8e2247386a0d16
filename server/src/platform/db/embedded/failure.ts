/** A failed start, in one sentence that the reader can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Tells whether `stderr` reports that another process holds the data folder, or just did. */
export function isLockConflict(stderr: string): boolean {
  return /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block/.test(
    stderr,
  );
}

/** Turns the output of a failed PostgreSQL into one sentence about `dataDir`. */
export function explainFailure(stderr: string, dataDir: string): EmbeddedPostgresError {
  const line = findLastLine(stderr);
  if (/no space left on device|disk quota exceeded/i.test(stderr)) {
    return new EmbeddedPostgresError(
      `The disk that holds ${dataDir} is full: free some space or set DATA_DIR to another disk.`,
    );
  }
  if (
    /database files are incompatible with server|initialized by PostgreSQL version/i.test(stderr)
  ) {
    return new EmbeddedPostgresError(
      `${dataDir} was written by another major version of PostgreSQL (${line}).`,
    );
  }
  if (/could not bind|could not create any (TCP\/IP|Unix-domain) sockets?/i.test(stderr)) {
    return new EmbeddedPostgresError(
      `The embedded PostgreSQL could not open its port or socket (${line}).`,
    );
  }
  return new EmbeddedPostgresError(`The embedded PostgreSQL in ${dataDir} did not start: ${line}`);
}

/** Finds the last line that says why: a HINT or an exit note after it explains less. */
export function findLastLine(log: string): string {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const cause = lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line));
  return cause ?? lines.at(-1) ?? 'it printed nothing';
}

/** Returns the sentence for one of our file-system calls that failed, or the error unchanged. */
export function explainSystemError(error: unknown, dataDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return explainFailure('No space left on device', dataDir);
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedPostgresError(
      `${dataDir} is not writable for this user: correct its owner or set DATA_DIR to another folder.`,
    );
  }
  return error;
}
