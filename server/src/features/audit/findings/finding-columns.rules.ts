import type { Finding } from '@prahari/contract';
import type { TableColumns } from '../../../platform/export/table-file.ts';

export const findingColumns: TableColumns<Finding> = [
  ['id', (row) => row.id],
  ['checkId', (row) => row.checkId],
  ['title', (row) => row.title],
  ['category', (row) => row.category],
  ['severity', (row) => row.severity],
  ['riskScore', (row) => row.riskScore],
  ['status', (row) => row.status],
  ['description', (row) => row.description],
  ['impact', (row) => row.impact],
  ['recommendation', (row) => row.recommendation],
  ['affectedComponents', (row) => row.affectedComponents.join('; ')],
  ['owasp', (row) => row.owasp.join(' ')],
  ['cwe', (row) => row.cwe.join(' ')],
  ['asvs', (row) => row.asvs.map(({ id }) => id).join(' ')],
  ['firstSeenAt', (row) => row.firstSeenAt],
  ['lastSeenAt', (row) => row.lastSeenAt],
  ['resolvedAt', (row) => row.resolvedAt],
  ['timesSeen', (row) => row.timesSeen],
  ['acceptedUntil', (row) => row.accepted?.until ?? null],
  ['acceptedReason', (row) => row.accepted?.reason ?? null],
];
