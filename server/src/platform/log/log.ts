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

/** Creates the process log: JSON lines with redacted secrets, and no values of rows in errors. */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretPaths, censor: '[secret]' },
    serializers: { err: describeError, error: describeError },
  };
  return destination
    ? pino(options, destination)
    : pino(options, pino.destination({ fd: 2, sync: false }));
}

const signedPath = /\/media\/[^/?]+/g;

/** Removes the bearer part of an address: signed paths give access to the files below them. */
export function redactSecrets(url: string): string {
  return (url.split('?', 1)[0] ?? url).replace(signedPath, '/media/[signed]');
}
