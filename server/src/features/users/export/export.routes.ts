import { endpoints } from '@prahari/contract';
import type { ExportList } from '../../../platform/export/export-list.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { createUsersBehind } from './export.usecases.ts';
import { userColumns } from './export-columns.rules.ts';

export function bindExportRoutes(
  bind: Bind,
  deps: {
    readonly exportList: ExportList;
    readonly usersBehind: ReturnType<typeof createUsersBehind>;
  },
): void {
  bind(endpoints.users.exportAll, (call) =>
    deps.exportList(call, {
      name: 'users',
      action: 'user.export',
      columns: userColumns,
      read: (caller, part) => deps.usersBehind(caller, call.query, part),
    }),
  );
}
