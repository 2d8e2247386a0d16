import { encryptionSchemes } from '@prahari/contract';
import { writeAuditEntry } from '../../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../../platform/db/database.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import { manifestPrefixOf, mediaPrefixOf, rungFolder } from '../../../delivery/index.ts';
import type { CatalogueRepository } from '../../../videos/index.ts';
import type { LadderOf } from '../../processing/ladder-of.usecases.ts';
import type { KeyRenewalsRepository, Renewal } from '../key-renewals.repository.ts';

/**
 * Playbacks live an hour at most, and a licence that a browser keeps six (specification, section
 * 9): after that the former encryption is not played any more.
 */
const oldKeysLiveMs = 6 * 3_600_000;

export interface RemoveOldKeysDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: Pick<ObjectStorage, 'removePrefix'>;
  readonly videos: Pick<CatalogueRepository, 'lockById'>;
  readonly renewals: KeyRenewalsRepository;
  readonly ladderOf: LadderOf;
  removeKeysBefore(trx: Trx, renewal: Renewal): Promise<void>;
  countMedia(videoId: string): Promise<void>;
}

/** Removes files and keys that were replaced so long ago that they can't be played any more. */
export function createRemoveOldKeys(deps: RemoveOldKeysDeps) {
  const { db, clock, storage, videos, renewals } = deps;

  async function clear(renewal: Renewal): Promise<void> {
    const { videoId, generation } = renewal;
    const ladder = await deps.ladderOf(videoId);
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      // Held meanwhile, so that nothing is made of the video beside it.
      const row = await videos.lockById(trx, videoId);
      if (!row || row.key_generation !== generation) return;
      const folders = [...(ladder?.video ?? []), ...(ladder?.audio ?? [])].map(({ name }) => name);
      for (const scheme of encryptionSchemes) {
        for (let old = 1; old < generation; old += 1) {
          for (const name of folders) {
            const folder = rungFolder(name, { generation: old, scheme });
            await storage.removePrefix(`${mediaPrefixOf(videoId)}/${folder}`);
          }
        }
        for (let old = 1; old < row.media_revision; old += 1) {
          await storage.removePrefix(manifestPrefixOf(videoId, old, scheme));
        }
      }
      await deps.removeKeysBefore(trx, renewal);
      await renewals.cleared(trx, renewal);
      await recordEvent(trx, 'video.old-keys-removed', { videoId, generation }, now);
      const act = {
        action: 'video.remove-old-keys',
        actor: { userId: null, name: 'Prahari' },
        subject: { id: videoId, name: row.title },
        before: {},
        after: { keyGeneration: generation },
        address: 'local',
      } as const;
      await writeAuditEntry(trx, act, now);
    });
    await deps.countMedia(videoId);
  }

  /** @returns of how many videos */
  return async function removeOldKeys(atMost: number): Promise<number> {
    const before = new Date(clock.now().getTime() - oldKeysLiveMs);
    const due = await renewals.toClear(db, before, Math.min(atMost, mostAtOnce));
    for (const renewal of due) await clear(renewal);
    return due.length;
  };
}

/** Few at a time: each may be many gigabytes of files. */
const mostAtOnce = 20;
