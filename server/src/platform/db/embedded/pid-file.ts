export type PostmasterStatus = 'starting' | 'ready' | 'stopping';

/** The contents of `postmaster.pid` of a running PostgreSQL. */
export type PidFile = {
  readonly pid: number;
  readonly port: number;
  /** Empty when the server has no Unix socket. */
  readonly socketDir: string;
  /** `starting` until the server has written a status. */
  readonly status: PostmasterStatus;
};

/**
 * Reads the text of a `postmaster.pid`; `undefined` while it is half written or not one at all.
 *
 * Lines as in PostgreSQL's `src/include/utils/pidfile.h`: pid, data directory, start time, port,
 * socket directory, listen address, shared memory key, status.
 */
export function parsePidFile(text: string): PidFile | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = positiveInteger(lines[0]);
  const port = positiveInteger(lines[3]);
  const socketDir = lines[4];
  if (pid === undefined || port === undefined || socketDir === undefined) return undefined;
  return { pid, port, socketDir, status: parseStatus(lines[7]) };
}

function positiveInteger(line: string | undefined): number | undefined {
  return line !== undefined && /^[1-9]\d{0,9}$/.test(line) ? Number(line) : undefined;
}

function parseStatus(line: string | undefined): PostmasterStatus {
  if (line === 'ready' || line === 'stopping') return line;
  return 'starting';
}
