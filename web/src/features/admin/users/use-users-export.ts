import { endpoints } from '@prahari/contract';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import type { RemoteExport } from '../../../shared/export/ExportControl.tsx';
import { exportFileName } from '../../../shared/export/file-name.ts';
import { saveFile } from '../../../shared/export/save-file.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { usersFilter } from './users-view.ts';

const EXTENSIONS = { csv: 'csv', excel: 'xlsx', json: 'json' } as const;

/** All users that match a view, as the server exports them. */
export function useUsersExport(view: TableView, total: number): RemoteExport {
  const api = useApi();
  return {
    total,
    async save(format, watch) {
      const extension = EXTENSIONS[format];
      const query = { ...usersFilter(view), format: extension };
      const content = await downloadFile(api, endpoints.users.exportAll, { query }, watch);
      saveFile(content, exportFileName('users', extension, new Date()));
    },
  };
}
