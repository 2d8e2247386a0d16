import type { DataOf, endpoints, QueryOf } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { normaliseCode } from '../../../platform/crypto/codes.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaybackPorts } from '../ports.ts';
import { codeCandidates } from './code-candidates.rules.ts';
import { presentPlayback } from './playback.presenter.ts';
import type { PlaybacksRepository } from './playbacks.repository.ts';

export interface SeePlaybacksDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<PlaybackPorts['users'], 'nameOf' | 'visibleIds'>;
  readonly playbacks: PlaybacksRepository;
}

type Lookup = DataOf<typeof endpoints.security.lookUpWatermark>;
/** Who reads a code badly gets few to choose among, not a list of learners. */
const mostFound = 10;

/** Playbacks of the users whom the caller sees, and whose a code on a recording is. */
export function createSeePlaybacks({ db, clock, users, playbacks }: SeePlaybacksDeps) {
  async function find(caller: SessionCaller, codes: readonly string[]) {
    if (codes.length === 0) return [];
    const visible = users.visibleIds(caller);
    const window = { limit: mostFound, offset: 0 };
    return (await playbacks.page(db, { visible, codes }, window)).items;
  }

  return {
    async list(caller: SessionCaller, query: QueryOf<typeof endpoints.security.playbacks>) {
      const { page, limit, ...filter } = query;
      const visible = users.visibleIds(caller);
      const window = { limit, offset: (page - 1) * limit };
      const { items, total } = await playbacks.page(db, { ...filter, visible }, window);
      return { items: items.map(presentPlayback), page, limit, total };
    },

    async behind(
      caller: SessionCaller,
      filter: QueryOf<typeof endpoints.listExports.playbacks>,
      part: ListPart,
    ) {
      const found = { ...filter, visible: users.visibleIds(caller) };
      return listItems(await playbacks.behind(db, found, part), presentPlayback);
    },

    /** Every lookup stands in the audit log, found or not. */
    async lookUp(caller: SessionCaller, read: string, address: string): Promise<Lookup> {
      const exact = await find(caller, codeCandidates(read, false));
      const rows = exact.length > 0 ? exact : await find(caller, codeCandidates(read, true));
      const asRead = normaliseCode(read);
      const items = rows.map((row) => ({
        ...presentPlayback(row),
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
      });
      return { items };
    },
  };
}

export type SeePlaybacks = ReturnType<typeof createSeePlaybacks>;
