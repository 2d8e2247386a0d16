import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import type { AuditAction } from '@prahari/contract';
import { writeAuditEntry } from '../audit-log/write-audit-entry.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../db/database.ts';
import type { ListPart, Place } from '../db/list-order.ts';
import { recordEvent } from '../events/record-event.ts';
import type { CallerNow, SessionCaller } from '../http/caller.ts';
import {
  type TableColumns,
  type TableFormat,
  tableContentTypes,
  writeTableFile,
} from './table-file.ts';

/** Items after a position, and the position of the last one; null after the end. */
export interface ListItems<Item> {
  readonly items: readonly Item[];
  readonly last: Place | null;
}

/** Maps rows to items, with the position of the last. */
export function listItems<Row extends { readonly place: Place }, Item>(
  rows: readonly Row[],
  present: (row: Row) => Item,
): ListItems<Item> {
  // Not passed by name: `map` gives more than the row.
  return { items: rows.map((row) => present(row)), last: rows.at(-1)?.place ?? null };
}

export interface ExportedList<Item> {
  /** The name of the file. */
  readonly name: string;
  readonly action: Extract<AuditAction, `${string}.export`>;
  readonly columns: TableColumns<Item>;
  /** The part of the list that this caller may see, in its order. */
  read(caller: SessionCaller, part: ListPart): Promise<ListItems<Item>>;
}

interface ExportCall {
  readonly callerNow: CallerNow;
  readonly request: { readonly ip: string };
  readonly reply: { header(name: string, value: string): unknown };
  readonly query: { readonly format: TableFormat };
}

export type ExportList = <Item>(call: ExportCall, list: ExportedList<Item>) => Promise<Readable>;

/** Large enough for few round trips, small enough for the memory of many simultaneous exports. */
const rowsAtOnce = 1000;

/**
 * Answers a whole list as a file that is made while it is sent, and leaves an entry in the audit
 * log. No transaction waits for a slow reader. Each page uses the permissions at its time, as a
 * reader may take hours; a disconnect ends the export after the current page.
 */
export function createExportList(deps: {
  readonly db: Db;
  readonly clock: Clock;
  nameOf(trx: Trx, userId: string): Promise<string | undefined>;
}): ExportList {
  const { db, clock, nameOf } = deps;

  async function* pages<Item>(
    callerNow: CallerNow,
    list: ExportedList<Item>,
    recordEnd: (rows: number) => Promise<void>,
  ) {
    let rows = 0;
    try {
      for (let place: Place | null = null; ; ) {
        const part: ListPart = { place, limit: rowsAtOnce };
        const { items, last } = await list.read(await callerNow(), part);
        rows += items.length;
        if (items.length > 0) yield items;
        if (last === null || items.length < rowsAtOnce) return;
        place = last;
      }
    } finally {
      await recordEnd(rows);
    }
  }

  /** Creates what records how much was read, also if the client left before the end. */
  function createRecorder(byUserId: string, list: string) {
    // The pages are read for the socket, outside of the request.
    const inRequest = AsyncLocalStorage.snapshot();
    return (rows: number) =>
      inRequest(() => recordEvent(db, 'list.exported', { byUserId, list, rows }, clock.now()));
  }

  return async ({ callerNow, request, reply, query }, list) => {
    const { userId } = await callerNow();
    await db.transaction().execute(async (trx) => {
      const entry = {
        action: list.action,
        actor: { userId, name: (await nameOf(trx, userId)) ?? '' },
        subject: { id: null, name: query.format },
        before: {},
        after: listFacts(query),
        address: request.ip,
      };
      await writeAuditEntry(trx, entry, clock.now());
    });
    const { format } = query;
    reply.header('content-type', tableContentTypes[format]);
    reply.header('content-disposition', `attachment; filename="${list.name}.${format}"`);
    reply.header('cache-control', 'no-store');
    const reading = pages(callerNow, list, createRecorder(userId, list.name));
    // Before the first byte is sent, a failure can still be reported.
    const first = await reading.next();
    return writeTableFile(format, list.columns, startingWith(first, reading));
  };
}

async function* startingWith<Page>(first: IteratorResult<Page>, others: AsyncGenerator<Page>) {
  if (first.done) return;
  yield first.value;
  yield* others;
}

/** The search text may be a phone number, which the log never contains in full. */
function listFacts(query: object): Readonly<Record<string, unknown>> {
  const facts = Object.entries(query).filter(([name]) => !/^(search|sortBy|sortOrder)$/.test(name));
  return { ...Object.fromEntries(facts), isSearch: 'search' in query && query.search !== '' };
}
