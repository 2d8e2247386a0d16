import { type Logger, pino } from 'pino';
import { describeError } from './error-facts.ts';

export type Log = Logger;

/** Paths whose values never reach a log, in any object that is logged. */
const secretPaths = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'setPasswordToken',
  'userToken',
  'key',
  'k',
  'authorization',
  'cookie',
  'dpop',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

type LineListener = (line: string) => void;
const listeners = new WeakMap<Log, Set<LineListener>>();

/**
 * Tells each line that this log writes from now on, as it is written.
 * @returns ends it
 */
export function watchLog(log: Log, onLine: LineListener): () => void {
  const all = listeners.get(log);
  all?.add(onLine);
  return () => void all?.delete(onLine);
}

/** Creates the process log: JSON lines with redacted secrets, and no values of rows in errors. */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const watching = new Set<LineListener>();
  const options = {
    hooks: {
      streamWrite(line: string) {
        for (const onLine of watching) onLine(line);
        return line;
      },
    },
    level,
    base: null,
    redact: { paths: secretPaths, censor: '[secret]' },
    serializers: { err: describeError, error: describeError },
  };
  const log = pino(options, destination ?? pino.destination({ fd: 2, sync: false }));
  listeners.set(log, watching);
  return log;
}

const signedPath = /\/media\/[^/?]+/g;

/** Removes the bearer part of an address: signed paths give access to the files below them. */
export function redactSecrets(url: string): string {
  return (url.split('?', 1)[0] ?? url).replace(signedPath, '/media/[signed]');
}
