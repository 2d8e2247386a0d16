import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { UsersDeps } from '../users.deps.ts';
import {
  listAuditLogForExport,
  listAuditLogPage,
  listAuditSubjectsPage,
} from './audit-log.usecases.ts';
import { auditColumns } from './audit-log-columns.rules.ts';

/** Answers `GET /admin/audit-log` and its export, for super administrators alone. */
export function bindAuditLogRoutes(bind: Bind, deps: Pick<UsersDeps, 'db' | 'exportList'>): void {
  bind(endpoints.users.auditLog, ({ query }) => listAuditLogPage(deps, query));
  bind(endpoints.users.auditSubjects, ({ params, query }) =>
    listAuditSubjectsPage(deps, params.id, query),
  );
  bind(endpoints.listExports.auditLog, (call) =>
    deps.exportList(call, {
      name: 'audit-log',
      action: 'audit-log.export',
      columns: auditColumns,
      read: (_, part) => listAuditLogForExport(deps, call.query, part),
    }),
  );
}
