import * as z from 'zod/mini';
import type { Trx } from '../../../../platform/db/database.ts';
import type { JobKind, JobRun } from '../../../../platform/jobs/queue.ts';
import { formatMediaPrefix, isPictureName } from '../../../delivery/index.ts';
import { listPicturesInUse, lockVideo } from '../../../videos/index.ts';
import type { IngestDeps } from '../../ingest.deps.ts';
import { countVideoMedia } from '../../storage-use/tasks/count-media.task.ts';

const dataSchema = z.object({
  videoId: z.uuid(),
  /** Below the prefix of the video, as `media-layout.rules.ts` names them. */
  names: z.array(z.string().check(z.refine(isPictureName))),
});
type RemovePicturesData = z.infer<typeof dataSchema>;

/**
 * How long replaced pictures stay for pages and players that hold their addresses: a signed URL
 * lives an hour at most (specification, section 9), and an open page may just have fetched it.
 */
export const picturesLiveSeconds = 2 * 3600;

export const removePicturesKind: JobKind<RemovePicturesData> = {
  name: 'remove-pictures',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: 20,
  retryDelayMaxSeconds: 3600,
  expireSeconds: 600,
};

/** Schedules the removal of replaced pictures for when their addresses are no longer in use. */
export async function schedulePictureRemoval(
  { queue }: Pick<IngestDeps, 'queue'>,
  trx: Trx,
  videoId: string,
  names: readonly string[],
): Promise<void> {
  const data = { videoId, names: [...names] };
  await queue.enqueue(trx, removePicturesKind, data, picturesLiveSeconds);
}

/**
 * Removes pictures that were replaced a while ago; those that are shown stay, even if they were
 * named.
 */
export async function removePictures(
  deps: Pick<IngestDeps, 'db' | 'clock' | 'log' | 'storage'>,
  { data: { videoId, names } }: Pick<JobRun<RemovePicturesData>, 'data'>,
): Promise<void> {
  const { db, storage } = deps;
  await db.transaction().execute(async (trx) => {
    // Locked, so that none of these is shown again during this.
    const row = await lockVideo(trx, videoId);
    const inUse = new Set(row && listPicturesInUse(row));
    for (const name of names.filter((each) => !inUse.has(each))) {
      const at = `${formatMediaPrefix(videoId)}/${name}`;
      await (name.endsWith('.jpg') ? storage.remove(at) : storage.removePrefix(at));
    }
  });
  await countVideoMedia(deps, videoId);
}
