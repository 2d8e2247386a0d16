import { createUploadBucket } from './upload-bucket.ts';
import { createUploadFolder } from './upload-folder.ts';
import type { UploadPlace, UploadStore } from './upload-store.ts';

/** Creates the store of files on their way, in the bucket if there is one. */
export function createUploadStore(place: UploadPlace): UploadStore {
  const { bucket } = place;
  return bucket ? createUploadBucket({ ...place, bucket }) : createUploadFolder(place);
}
