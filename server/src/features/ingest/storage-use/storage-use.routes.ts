import { endpoints } from '@prahari/contract';
import type { ExportList } from '../../../platform/export/export-list.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { StorageUseUsecases } from './storage-use.usecases.ts';
import { storedVideoColumns } from './stored-video-columns.rules.ts';

export function bindStorageUseRoutes(
  bind: Bind,
  usecases: StorageUseUsecases,
  exportList: ExportList,
): void {
  bind(endpoints.storage.use, ({ caller }) => usecases.use(caller.userId));
  bind(endpoints.storage.videos, ({ caller, query }) => usecases.videos(caller, query));
  bind(endpoints.listExports.storedVideos, (call) =>
    exportList(call, {
      name: 'stored-videos',
      action: 'stored-video.export',
      columns: storedVideoColumns,
      read: (caller, part) => usecases.videosBehind(caller, part),
    }),
  );
}
