import type { StoredVideo } from '@prahari/contract';
import type { TableColumns } from '../../../platform/export/table-file.ts';

export const storedVideoColumns: TableColumns<StoredVideo> = [
  ['videoId', (row) => row.videoId],
  ['title', (row) => row.title],
  ['mediaBytes', (row) => row.mediaBytes],
  ['posterBytes', (row) => row.posterBytes],
  ['durationSeconds', (row) => row.durationSeconds],
  ['deletedAt', (row) => row.deletedAt],
  ['countedAt', (row) => row.countedAt],
];
