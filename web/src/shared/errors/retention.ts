import { type LogLevel, logLevels } from '@prahari/contract';

/** Specification, section 9: retention of the error log and of the critical ones in it. */
export const MOST_ENTRIES = 500;
export const MOST_CRITICAL = 20;
export const ENTRY_LIFETIME_MS = 24 * 3_600_000;
export const CLEAN_EVERY_MS = 3_600_000;
/** Specification, section 9: how many wait to be sent, and how often they are. */
export const MOST_BUFFERED = 100;
export const FLUSH_EVERY_MS = 30_000;
/** Specification, section 9: the default level. */
const DEFAULT_LEVEL: LogLevel = 'INFO';

interface Kept {
  readonly timestamp: string;
  readonly level: LogLevel;
}

/** Keeps the newest entries that are not too old; `entries` and the answer run from old to new. */
export function keepNewest<Entry extends Kept>(entries: readonly Entry[], nowMs: number): Entry[] {
  const young = entries.filter(
    ({ timestamp }) => nowMs - Date.parse(timestamp) <= ENTRY_LIFETIME_MS,
  );
  let critical = 0;
  // No `toReversed`: televisions run browsers of 2020.
  return [...young]
    .reverse()
    .filter(({ level }) => {
      if (level === 'CRITICAL') critical += 1;
      return level !== 'CRITICAL' || critical <= MOST_CRITICAL;
    })
    .slice(0, MOST_ENTRIES)
    .reverse();
}

/** Tells whether an entry is severe enough to be logged. */
export function isLogged(level: LogLevel, least: LogLevel = DEFAULT_LEVEL): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least);
}
