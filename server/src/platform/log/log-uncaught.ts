import type { Log } from './log.ts';

/**
 * Logs what nothing caught, before it ends the process: its state is unknown then, so nothing keeps
 * it alive.
 */
export function logUncaught(log: Pick<Log, 'fatal'>): void {
  process.on('uncaughtExceptionMonitor', (err, origin) =>
    log.fatal({ err, origin }, 'an error that nothing caught ends this process'),
  );
}
