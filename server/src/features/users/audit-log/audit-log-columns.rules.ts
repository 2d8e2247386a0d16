import type { WrittenEntry } from '../../../platform/audit-log/list-audit-entries.ts';
import type { TableColumns } from '../../../platform/export/table-file.ts';

export const auditColumns: TableColumns<WrittenEntry> = [
  ['id', (row) => row.id],
  ['at', (row) => row.at],
  ['action', (row) => row.action],
  ['actorId', (row) => row.actorId],
  ['actorName', (row) => row.actorName],
  ['subjectId', (row) => row.subjectId],
  ['subjectName', (row) => row.subjectName],
  ['before', (row) => row.before],
  ['after', (row) => row.after],
  ['address', (row) => row.address],
];
