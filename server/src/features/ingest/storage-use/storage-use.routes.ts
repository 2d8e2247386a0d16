import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import {
  describeStorageUse,
  listStoredVideos,
  listStoredVideosForExport,
} from './storage-use.usecases.ts';
import { storedVideoColumns } from './stored-video-columns.rules.ts';

export function bindStorageUseRoutes(bind: Bind, deps: IngestDeps): void {
  bind(endpoints.storage.use, ({ caller }) => describeStorageUse(deps, caller.userId));
  bind(endpoints.storage.videos, ({ caller, query }) => listStoredVideos(deps, caller, query));
  bind(endpoints.listExports.storedVideos, (call) =>
    deps.exportList(call, {
      name: 'stored-videos',
      action: 'stored-video.export',
      columns: storedVideoColumns,
      read: (caller, part) => listStoredVideosForExport(deps, caller, part),
    }),
  );
}
