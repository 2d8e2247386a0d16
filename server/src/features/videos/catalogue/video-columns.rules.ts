import type { ManagedVideo } from '@prahari/contract';
import type { TableColumns } from '../../../platform/export/table-file.ts';

/** Without addresses of pictures, which are signed for the session that asks. */
export const videoColumns: TableColumns<ManagedVideo> = [
  ['id', (row) => row.id],
  ['title', (row) => row.title],
  ['description', (row) => row.description],
  ['status', (row) => row.status],
  ['release', (row) => row.release],
  ['category', (row) => row.category],
  ['tags', (row) => row.tags],
  ['difficulty', (row) => row.difficulty],
  ['type', (row) => row.type],
  ['language', (row) => row.language],
  ['durationSeconds', (row) => row.durationSeconds],
  ['qualities', (row) => row.qualities],
  ['fileSizeBytes', (row) => row.fileSizeBytes],
  ['views', (row) => row.views],
  ['captions', (row) => row.captions.map(({ language }) => language)],
  ['forEveryone', (row) => row.audience.everyone],
  ['kendraTypes', (row) => row.audience.kendraTypes],
  ['countries', (row) => row.audience.countries],
  ['districts', (row) => row.audience.districts],
  ['groupIds', (row) => row.audience.groupIds],
  ['publishAt', (row) => row.publishAt],
  ['unpublishAt', (row) => row.unpublishAt],
  ['createdAt', (row) => row.createdAt],
  ['updatedAt', (row) => row.updatedAt],
  ['deletedAt', (row) => row.deletedAt],
];
