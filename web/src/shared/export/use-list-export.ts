import { useApi } from '../api/api-context.ts';
import type { Api } from '../api/browser-api.ts';
import type { DownloadWatch } from '../api/download.ts';
import type { RemoteExport } from './ExportControl.tsx';
import { exportFileName } from './file-name.ts';
import { saveFile } from './save-file.ts';

const EXTENSIONS = { csv: 'csv', excel: 'xlsx', json: 'json' } as const;

interface Asked {
  readonly format: 'csv' | 'xlsx' | 'json';
  readonly watch: DownloadWatch;
}

/** All that a list's view matches, as the server exports it. */
export function useListExport(
  name: string,
  total: number,
  download: (api: Api, asked: Asked) => Promise<Blob>,
): RemoteExport {
  const api = useApi();
  return {
    total,
    async save(chosen, watch) {
      const format = EXTENSIONS[chosen];
      saveFile(await download(api, { format, watch }), exportFileName(name, format, new Date()));
    },
  };
}

/** The query of a list for all of its pages. */
export function removePaging<Query extends object>(
  query: Query & Paging,
): Omit<Query, keyof Paging> {
  const { page: _page, limit: _limit, offset: _offset, ...rest } = query;
  return rest;
}

interface Paging {
  readonly page?: unknown;
  readonly limit?: unknown;
  readonly offset?: unknown;
}
