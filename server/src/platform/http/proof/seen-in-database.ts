import type { GuardedPool } from '../../db/guarded-pool.ts';
import { gather } from '../../gather/gather.ts';
import type { Log } from '../../log/log.ts';
import { findWindow, nonceWindowMs } from './nonce.ts';
import type { SeenProof, SeenProofs, StoreMoment } from './seen-proofs.ts';

/** Windows take turns: three may be used at one time, and one slot is being emptied. */
const slots = [0, 1, 2, 3] as const;
/** After a sweep that failed, as one that had to wait for a backup. */
const sweepAgainMs = 10_000;

interface DatabaseMoment extends StoreMoment {
  /** The window in which a slot was emptied last. */
  readonly sweptIn: number;
}

interface MomentRow {
  /** Null when a crash of the database has emptied the tables. */
  readonly epoch: string | null;
  readonly swept_in: string | null;
  readonly now_ms: number;
}

const momentColumns = `(SELECT epoch FROM seen_proof_epoch) AS epoch,
  (SELECT swept_in FROM seen_proof_epoch) AS swept_in,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`;

/**
 * Remembers proofs in unlogged tables of the database, for all processes that use it. Calls that
 * come at one time share a statement. A crash of the database empties the tables and so ends the
 * epoch; an orderly restart does neither.
 */
export function rememberInDatabase({ pool, log }: { pool: GuardedPool; log: Log }): SeenProofs {
  let sweeping: Promise<void> | undefined;
  let sweepNotBeforeMs = 0;

  async function read(): Promise<DatabaseMoment> {
    for (;;) {
      const { rows } = await pool.query<MomentRow>(`SELECT ${momentColumns}`);
      const moment = toMoment(rows[0]);
      if (moment && moment.sweptIn <= findWindow(moment.nowMs)) return moment;
      if (moment) await pool.query('SELECT sweep_seen_proofs($1)', [nonceWindowMs]);
      else await begin();
    }
  }

  /** Begins an epoch, if no other process has by now. */
  async function begin(): Promise<void> {
    await pool.query(
      `INSERT INTO seen_proof_epoch (swept_in)
       VALUES (floor(extract(epoch FROM clock_timestamp()) * 1000 / $1::int)) ON CONFLICT DO NOTHING`,
      [nonceWindowMs],
    );
  }

  function sweepSoon(): void {
    if (sweeping || performance.now() < sweepNotBeforeMs) return;
    sweeping = pool
      .query('SELECT sweep_seen_proofs($1)', [nonceWindowMs])
      .then(
        () => undefined,
        (error: unknown) => {
          sweepNotBeforeMs = performance.now() + sweepAgainMs;
          log.warn({ err: error }, 'proofs of the past could not be removed yet');
        },
      )
      .finally(() => {
        sweeping = undefined;
      });
  }

  async function noteTogether(slot: number, ids: readonly string[]) {
    const { rows } = await pool.query<MomentRow & { readonly proof: string | null }>({
      name: `note_proofs_${slot}`,
      text: `WITH noted AS (
          INSERT INTO seen_proofs_${slot} (proof) SELECT unnest($1::uuid[])
          ON CONFLICT DO NOTHING RETURNING proof
        )
        SELECT ${momentColumns}, noted.proof FROM (SELECT) AS one LEFT JOIN noted ON true`,
      values: [ids],
    });
    const added = new Set(rows.map(({ proof }) => proof?.replaceAll('-', '')));
    let moment = toMoment(rows[0]);
    const present = findWindow(moment?.nowMs ?? 0);
    // A clock that went back makes windows valid again whose slots were emptied.
    if (!moment || moment.sweptIn > present) moment = await read();
    else if (moment.sweptIn < present) sweepSoon();
    const { epoch, nowMs } = moment;
    // Of equal ones in one statement, only the first one counts.
    return ids.map((id) => ({ epoch, nowMs, isFirst: added.delete(id) }));
  }

  type Answer = Awaited<ReturnType<typeof noteTogether>>[number];
  const note = slots.map((slot) =>
    gather(async (ids: readonly string[]): Promise<readonly (Answer | Error)[]> => {
      try {
        return await noteTogether(slot, ids);
      } catch (error) {
        // Never tried again: it may have happened, and would look as if it had been sent before.
        const failure = error instanceof Error ? error : new Error(String(error));
        return ids.map(() => failure);
      }
    }),
  );

  return {
    read,
    async note({ window, id }: SeenProof) {
      const answer = await note[window % slots.length]?.(id);
      if (!answer || answer instanceof Error) throw answer;
      return answer;
    },
    stop: async () => sweeping,
  };
}

function toMoment(row: MomentRow | undefined): DatabaseMoment | undefined {
  if (!row || row.epoch === null || row.swept_in === null) return undefined;
  return { epoch: row.epoch, nowMs: row.now_ms, sweptIn: Number(row.swept_in) };
}
