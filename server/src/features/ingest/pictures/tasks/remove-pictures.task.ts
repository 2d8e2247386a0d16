import * as z from 'zod/mini';
import type { Db } from '../../../../platform/db/database.ts';
import type { JobKind, JobRun } from '../../../../platform/jobs/queue.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import { isPictureName, mediaPrefixOf } from '../../../delivery/index.ts';
import { type CatalogueRepository, picturesInUse } from '../../../videos/index.ts';

const dataSchema = z.object({
  videoId: z.uuid(),
  /** Below the prefix of the video, by `media-prefix.rules.ts`. */
  names: z.array(z.string().check(z.refine(isPictureName))),
});
type RemovePicturesData = z.infer<typeof dataSchema>;

/**
 * How long replaced pictures stay for pages and players that hold their addresses: a signed path
 * lives an hour at most (specification, section 9), and a page that was open may just have fetched it.
 */
export const picturesLiveSeconds = 2 * 3600;

export const removePicturesKind: JobKind<RemovePicturesData> = {
  name: 'remove-pictures',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: 20,
  retryDelayMaxSeconds: 3600,
  expireSeconds: 600,
};

export interface RemovePicturesDeps {
  readonly db: Db;
  readonly storage: Pick<ObjectStorage, 'remove' | 'removePrefix'>;
  readonly videos: Pick<CatalogueRepository, 'lockById'>;
  countMedia(videoId: string): Promise<void>;
}

/**
 * Removes pictures that were replaced a while ago; those that are shown stay, even if they were
 * named.
 */
export function createRemovePictures({ db, storage, videos, countMedia }: RemovePicturesDeps) {
  return async function removePictures({ data }: JobRun<RemovePicturesData>): Promise<void> {
    const { videoId, names } = data;
    await db.transaction().execute(async (trx) => {
      // Locked meanwhile, so that none of these is shown again.
      const row = await videos.lockById(trx, videoId);
      const inUse = new Set(row && picturesInUse(row));
      for (const name of names.filter((each) => !inUse.has(each))) {
        const at = `${mediaPrefixOf(videoId)}/${name}`;
        await (name.endsWith('.jpg') ? storage.remove(at) : storage.removePrefix(at));
      }
    });
    await countMedia(videoId);
  };
}
