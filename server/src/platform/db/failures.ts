import { StoreUnavailable } from '../errors/store-unavailable.ts';

/** Why the database serves no query, or not this statement. */
export type DatabaseFailure =
  | 'unreachable'
  | 'silent'
  | 'starting'
  | 'lost'
  | 'out_of_connections'
  | 'access_refused'
  | 'read_only'
  | 'disk_full'
  | 'disk_failing'
  | 'out_of_memory'
  | 'too_slow'
  | 'busy';

/** The text that an operator reads in the log and in `/health/deep`. */
const failureSentences: Readonly<Record<DatabaseFailure, string>> = {
  unreachable: 'the database takes no connections: it is stopped, or not at this address',
  silent: 'the database does not answer in time',
  starting: 'the database is starting, recovering or stopping',
  lost: 'the connection to the database was ended',
  out_of_connections: 'the database has no connection left: raise its max_connections',
  access_refused: 'the database refuses this user: wrong password, user or database name',
  read_only: 'the database is read-only: it is a standby, or was set so',
  disk_full: 'the database has no room left on its disk',
  disk_failing: 'the database cannot read or write its disk',
  out_of_memory: 'the database has no memory left, or met another limit of its configuration',
  too_slow: 'the database took too long for a statement',
  busy: 'all connections of this process to the database are in use',
};

/** A call that the database could not serve now, but may later. */
export class DatabaseUnavailable extends StoreUnavailable {
  override readonly name = 'DatabaseUnavailable';
  readonly failure: DatabaseFailure;

  constructor(failure: DatabaseFailure, cause?: unknown) {
    super(failureSentences[failure], cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

/** SQLSTATEs (PostgreSQL, appendix A) and classes of them that say nothing about the statement itself. */
const byState: Readonly<Record<string, DatabaseFailure>> = {
  '08': 'lost',
  '25006': 'read_only',
  '25P03': 'lost',
  '25P04': 'lost',
  '28': 'access_refused',
  '3D': 'access_refused',
  '53': 'out_of_memory',
  '53100': 'disk_full',
  '53300': 'out_of_connections',
  '57014': 'too_slow',
  '55P03': 'too_slow',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'starting',
  '57P04': 'access_refused',
  '57P05': 'lost',
  '58030': 'disk_failing',
};

/** System errors of a connection that could not be opened. */
const unreachableCodes = /^(ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const lostCodes = /^(ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED)$/;
const refusedCodes = /^(EACCES|EPERM)$/;

/** Messages of pg 8.23, pg-pool 3 and Kysely 0.29 that have no code. */
const byMessage: readonly (readonly [RegExp, DatabaseFailure])[] = [
  [/^timeout exceeded when trying to connect/, 'busy'],
  [/^timeout expired/, 'silent'],
  [/^Connection terminated due to connection timeout/, 'silent'],
  [/^Connection terminated/, 'lost'],
  [/^Client (has encountered a connection error|was closed) and is not queryable/, 'lost'],
  [/^Postgres connection has been discarded/, 'lost'],
  [/^SASL: /, 'access_refused'],
];

/**
 * Names why the database could not serve a statement or a connection; undefined for any other
 * error.
 */
export function classifyFailure(error: unknown): DatabaseFailure | undefined {
  if (error instanceof DatabaseUnavailable) return error.failure;
  // Several addresses of one name were tried.
  if (error instanceof AggregateError) return classifyFailure(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('severity' in error) return byState[code] ?? byState[code.slice(0, 2)];
  if (unreachableCodes.test(code)) return 'unreachable';
  if (refusedCodes.test(code)) return 'access_refused';
  if (lostCodes.test(code))
    return 'syscall' in error && error.syscall === 'connect' ? 'silent' : 'lost';
  return byMessage.find(([pattern]) => pattern.test(error.message))?.[1];
}

/** Tells whether the server closes the connection with this error. */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('severity' in error) return error.severity === 'FATAL' || error.severity === 'PANIC';
  return classifyFailure(error) !== undefined;
}

/** Describes a failure in one line for the log and for operators: its meaning, and the message. */
export function describeFailure(error: unknown): string {
  const failure = classifyFailure(error);
  const detail = readMessage(error instanceof DatabaseUnavailable ? error.cause : error);
  if (failure === undefined) return detail;
  return detail ? `${failureSentences[failure]} (${detail})` : failureSentences[failure];
}

function readMessage(error: unknown): string {
  if (error === undefined) return '';
  return error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : `${error}`;
}
