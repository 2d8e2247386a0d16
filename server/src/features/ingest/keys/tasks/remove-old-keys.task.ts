import { encryptionSchemes } from '@prahari/contract';
import { writeAuditEntry } from '../../../../platform/audit-log/write-audit-entry.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import {
  formatManifestPrefix,
  formatMediaPrefix,
  formatRenditionFolder,
} from '../../../delivery/index.ts';
import { lockVideo } from '../../../videos/index.ts';
import type { IngestDeps } from '../../ingest.deps.ts';
import { findLadder } from '../../processing/find-ladder.usecases.ts';
import { countVideoMedia } from '../../storage-use/tasks/count-media.task.ts';
import { deleteKeysBefore } from '../content-keys.repository.ts';
import {
  listRenewalsToClear,
  markRenewalCleared,
  type Renewal,
} from '../key-renewals.repository.ts';

/**
 * Playbacks live an hour at most, and a licence that a browser keeps six (specification, section
 * 9): after that the former encryption is no longer played.
 */
const oldKeysLiveMs = 6 * 3_600_000;

/** Few at a time: each may be many gigabytes of files. */
const mostAtOnce = 20;

type RemoveDeps = Pick<IngestDeps, 'db' | 'clock' | 'log' | 'storage'>;

/**
 * Removes files and keys that were replaced long enough ago to be out of use.
 * @returns of how many videos
 */
export async function removeOldKeys(deps: RemoveDeps, atMost: number): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - oldKeysLiveMs);
  const due = await listRenewalsToClear(deps.db, before, Math.min(atMost, mostAtOnce));
  for (const renewal of due) await removeKeysReplacedBy(deps, renewal);
  return due.length;
}

async function removeKeysReplacedBy(deps: RemoveDeps, renewal: Renewal): Promise<void> {
  const { db, clock, storage } = deps;
  const { videoId, generation } = renewal;
  const ladder = await findLadder(deps, videoId);
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    // Locked, so that no job changes the video during this.
    const row = await lockVideo(trx, videoId);
    if (!row || row.key_generation !== generation) return;
    const folders = [...(ladder?.video ?? []), ...(ladder?.audio ?? [])].map(({ name }) => name);
    for (const scheme of encryptionSchemes) {
      for (let old = 1; old < generation; old += 1) {
        for (const name of folders) {
          const folder = formatRenditionFolder(name, { generation: old, scheme });
          await storage.removePrefix(`${formatMediaPrefix(videoId)}/${folder}`);
        }
      }
      for (let old = 1; old < row.media_revision; old += 1) {
        await storage.removePrefix(formatManifestPrefix(videoId, old, scheme));
      }
    }
    await deleteKeysBefore(trx, renewal);
    await markRenewalCleared(trx, renewal);
    await recordEvent(trx, 'video.old-keys-removed', { videoId, generation }, now);
    const entry = {
      action: 'video.remove-old-keys',
      actor: { userId: null, name: 'Prahari' },
      subject: { id: videoId, name: row.title },
      before: {},
      after: { keyGeneration: generation },
      address: 'local',
    } as const;
    await writeAuditEntry(trx, entry, now);
  });
  await countVideoMedia(deps, videoId);
}
