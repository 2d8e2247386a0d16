import { randomBytes, randomInt } from 'node:crypto';
import { createThrowawayId } from '../../../platform/throwaway/throwaway-id.ts';
import type { UsersDeps } from '../users.deps.ts';
import {
  deleteThrowaways,
  findThrowaways,
  insertThrowaways,
  type ThrowawayAccount,
  type ThrowawayDraft,
  type ThrowawayRun,
} from './throwaway.repository.ts';

const removedAtOnce = 50;

/**
 * Makes accounts for a run of the platform itself, without a code and a message to anybody. They are
 * in no list, report or alert, see one another at most, and are removed when their time is over,
 * wherever the run was killed.
 */
export async function makeThrowaways(
  { db, clock, hashPassword }: Pick<UsersDeps, 'db' | 'clock' | 'hashPassword'>,
  run: ThrowawayRun,
  drafts: readonly ThrowawayDraft[],
): Promise<ThrowawayAccount[]> {
  const password = randomBytes(24).toString('base64url');
  // One for all: hashing is made to be slow.
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const made: ThrowawayAccount[] = [];
    let missing = drafts;
    while (missing.length > 0) {
      const tried = missing.map((draft) => ({
        userId: createThrowawayId(),
        contactNumber: `+9110${randomInt(1e8).toString().padStart(8, '0')}`,
        password,
        draft,
      }));
      const inserted = await insertThrowaways(trx, tried, run, { passwordHash, now: clock.now() });
      made.push(
        ...tried
          .filter(({ userId }) => inserted.has(userId))
          .map(({ draft: _, ...account }) => account),
      );
      missing = tried.filter(({ userId }) => !inserted.has(userId)).map(({ draft }) => draft);
    }
    return made;
  });
}

type RemoveDeps = Pick<UsersDeps, 'db' | 'clock' | 'endSessionsOf'>;

/** Removes the accounts of a run with all that is theirs. @returns how many */
export async function removeThrowawaysOf(deps: RemoveDeps, ownerId: string): Promise<number> {
  return removeAll(deps, { ownerId });
}

/** Removes the accounts of runs that were killed, once their time is over. @returns how many */
export async function removeExpiredThrowaways(deps: RemoveDeps): Promise<number> {
  return removeAll(deps, { expiredAt: deps.clock.now() });
}

async function removeAll(
  deps: RemoveDeps,
  which: Parameters<typeof findThrowaways>[1],
): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await findThrowaways(deps.db, which, removedAtOnce);
    if (ids.length === 0) return removed;
    // Every process hears of the end of their sessions before the rows are gone.
    const ended = await deps.db
      .transaction()
      .execute((trx) => deps.endSessionsOf(trx, ids, 'deleted'));
    ended.announce();
    await deps.db.transaction().execute((trx) => deleteThrowaways(trx, ids));
    removed += ids.length;
  }
}
