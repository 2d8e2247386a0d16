import type { EventCatalogue, EventName } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../clock/clock.ts';
import { nameSource } from '../network/name-source.ts';
import { createEventRow, type EventRow } from './event-row.ts';

/** Different events of one name that are written in one second; all others are only counted. */
const mostKinds = 100;
/** The same for one address, so that one client can't hide the others. */
const mostKindsOfAddress = 25;
/** Addresses whose uncounted events are told apart. */
const mostCrowds = 20;

/** The events that say how often they happened. */
export type CountedEvent = {
  [Name in EventName]: EventCatalogue[Name] extends { times: number } ? Name : never;
}[EventName];

interface Repeated {
  times: number;
  again(times: number): EventRow;
}

/**
 * Writes the first of equal events at once and the number of the others when `flush` is called, each
 * second: what an attacker repeats costs two rows a second. Every event is counted in `times` of
 * exactly one row; beyond the bounds in `events.crowded`.
 */
export function createRepeatCounter(clock: Clock, write: (row: EventRow) => void) {
  const seen = new Map<string, Repeated>();
  const kinds = new Map<string, number>();
  const crowds = new Map<string, { of: CountedEvent; address: string | null; times: number }>();

  function isCrowded(name: CountedEvent, address: string | null): boolean {
    const counters = [
      { key: name, most: mostKinds },
      { key: `${name} ${address}`, most: mostKindsOfAddress },
    ];
    if (counters.some(({ key, most }) => (kinds.get(key) ?? 0) >= most)) return true;
    for (const { key } of counters) kinds.set(key, (kinds.get(key) ?? 0) + 1);
    return false;
  }

  function countCrowd(of: CountedEvent, from: string | null): void {
    const isKnown = crowds.has(`${of} ${from}`) || crowds.size < mostCrowds;
    const address = isKnown ? from : null;
    const key = `${of} ${address}`;
    const { times } = crowds.get(key) ?? { times: 0 };
    crowds.set(key, { of, address, times: times + 1 });
  }

  return {
    /** @param describe must depend on nothing but `times` */
    note<Name extends CountedEvent>(
      name: Name,
      describe: (times: number) => EventCatalogue[Name],
    ): void {
      const row = createEventRow(name, describe(1), clock.now());
      const { userId, sessionId, deviceId } = row;
      // Else a host that changes its address within its /64 would pass for many.
      const address = row.address === null ? null : nameSource(row.address);
      const key = JSON.stringify([name, row.data, userId, sessionId, deviceId, address]);
      const known = seen.get(key);
      if (known) {
        known.times += 1;
        return;
      }
      if (isCrowded(name, address)) {
        countCrowd(name, address);
        return;
      }
      const again = (times: number) => ({
        ...row,
        id: uuidv7(),
        data: JSON.stringify(describe(times)),
        happenedAt: clock.now(),
      });
      seen.set(key, { times: 0, again });
      write(row);
    },

    flush(): void {
      for (const { times, again } of seen.values()) if (times > 0) write(again(times));
      for (const crowd of crowds.values())
        write(createEventRow('events.crowded', crowd, clock.now()));
      for (const map of [seen, kinds, crowds]) map.clear();
    },
  };
}
