import type { ManagedVideo } from '@prahari/contract';
import type { Editor } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { keysNotRenewable } from './key-renewal.errors.ts';
import { isWhollyPublished, requestKeyRenewal } from './key-renewals.repository.ts';
import { renewKeysKind } from './tasks/renew-keys.task.ts';

/**
 * Orders a renewal of a video's keys by a worker; until it is done everything stays as it is.
 * @throws AppError 404; 409 keys_not_renewable
 */
export async function startKeyRenewal(
  { videos, queue }: Pick<IngestDeps, 'videos' | 'queue'>,
  editor: Editor,
  videoId: string,
): Promise<ManagedVideo> {
  return videos.changeManagedVideo(editor, videoId, async (locked) => {
    const { trx, row, now } = locked;
    const generation = row.key_generation + 1;
    const isFit = row.status === 'ready' && (await isWhollyPublished(trx, videoId));
    const by = { userId: editor.userId, now };
    if (!isFit || !(await requestKeyRenewal(trx, { videoId, generation }, by))) {
      throw keysNotRenewable();
    }
    await queue.enqueue(trx, renewKeysKind, { videoId });
    const before = { keyGeneration: row.key_generation };
    const after = { keyGeneration: generation };
    const entry = { action: 'video.renew-keys', before, after } as const;
    await videos.writeVideoAuditEntry(locked, editor, entry);
    return videos.presentManagedVideo(editor, row, trx);
  });
}
