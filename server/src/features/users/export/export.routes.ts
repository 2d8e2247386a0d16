import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { UsersDeps } from '../users.deps.ts';
import { listUsersForExport } from './export.usecases.ts';
import { userColumns } from './export-columns.rules.ts';

export function bindExportRoutes(bind: Bind, deps: UsersDeps): void {
  bind(endpoints.users.exportAll, (call) =>
    deps.exportList(call, {
      name: 'users',
      action: 'user.export',
      columns: userColumns,
      read: (caller, part) => listUsersForExport(deps, caller, call.query, part),
    }),
  );
}
