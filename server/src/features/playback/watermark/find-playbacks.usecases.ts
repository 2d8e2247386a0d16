import type { DataOf, EventCatalogue, endpoints, QueryOf } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import { normaliseCode } from '../../../platform/crypto/codes.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { listCodeCandidates } from './code-candidates.rules.ts';
import { presentPlayback } from './playback.presenter.ts';
import { listPlaybackPage, listPlaybacksAfter } from './playbacks.repository.ts';

type ListDeps = Pick<PlaybackDeps, 'db' | 'users'>;
type Lookup = DataOf<typeof endpoints.security.lookUpWatermark>;

/** A code that was read badly leads to few candidates, not to a list of learners. */
const mostFound = 10;

/** Lists playback sessions of the users the caller may see, newest first. */
export async function listPlaybacks(
  { db, users }: ListDeps,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.security.playbacks>,
) {
  const { page, limit, ...filter } = query;
  const visible = users.visibleIds(caller);
  const window = { limit, offset: (page - 1) * limit };
  const { items, total } = await listPlaybackPage(db, { ...filter, visible }, window);
  return { items: items.map((row) => presentPlayback(row, caller)), page, limit, total };
}

/** Lists the next playbacks of the same list, for an export. */
export async function listPlaybacksForExport(
  { db, users }: ListDeps,
  caller: SessionCaller,
  filter: QueryOf<typeof endpoints.listExports.playbacks>,
  part: ListPart,
) {
  const found = { ...filter, visible: users.visibleIds(caller) };
  return listItems(await listPlaybacksAfter(db, found, part), (row) =>
    presentPlayback(row, caller),
  );
}

/**
 * Looks up whose playback session a code on a recording belongs to. Every lookup is written to the
 * audit log, found or not.
 */
export async function lookUpWatermark(
  deps: ListDeps & Pick<PlaybackDeps, 'clock'>,
  caller: SessionCaller,
  read: string,
  address: string,
): Promise<Lookup> {
  const { db, users, clock } = deps;
  const exact = await findByCodes(deps, caller, listCodeCandidates(read, false));
  const rows =
    exact.length > 0 ? exact : await findByCodes(deps, caller, listCodeCandidates(read, true));
  const asRead = normaliseCode(read);
  const items = rows.map((row) => ({
    ...presentPlayback(row, caller),
    exact: normaliseCode(row.code) === asRead,
  }));
  const [first] = rows;
  await db.transaction().execute(async (trx) => {
    const actor = {
      userId: caller.userId,
      name: (await users.nameOf(trx, caller.userId)) ?? '',
    };
    const subject = { id: first?.user_id ?? null, name: first?.user_name ?? '' };
    const act = { action: 'watermark.look-up', actor, subject, address, before: {} } as const;
    const after = { code: read, found: rows.length };
    await writeAuditEntry(trx, { ...act, after }, clock.now());
    const leak = findLeak(items, caller.userId);
    if (leak) await recordEvent(trx, 'watermark.traced', leak, clock.now());
  });
  return { items };
}

/**
 * Finds the playback that a recording was made of: of a code that was read whole and belongs to one
 * alone. Codes have 40 random bits, so one that was misread by chance is hardly anybody's; one that
 * was completed by guessing accuses no one.
 */
function findLeak(
  items: Lookup['items'],
  byUserId: string,
): EventCatalogue['watermark.traced'] | null {
  const [item, ...others] = items;
  if (!item?.exact || others.length > 0) return null;
  return { playbackSessionId: item.id, userId: item.user.id, videoId: item.video.id, byUserId };
}

async function findByCodes(
  { db, users }: ListDeps,
  caller: SessionCaller,
  codes: readonly string[],
) {
  if (codes.length === 0) return [];
  const visible = users.visibleIds(caller);
  const window = { limit: mostFound, offset: 0 };
  return (await listPlaybackPage(db, { visible, codes }, window)).items;
}
