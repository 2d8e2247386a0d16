import type { ClientError } from '@prahari/contract';
import type { TableColumns } from '../../../platform/export/table-file.ts';

export const clientErrorColumns: TableColumns<ClientError> = [
  ['id', (row) => row.id],
  ['receivedAt', (row) => row.receivedAt],
  ['timestamp', (row) => row.timestamp],
  ['level', (row) => row.level],
  ['category', (row) => row.category],
  ['operation', (row) => row.operation],
  ['message', (row) => row.message],
  ['userMessage', (row) => row.userMessage],
  ['correlationId', (row) => row.correlationId],
  ['userId', (row) => row.userId],
  ['userName', (row) => row.userName],
  ['resolved', (row) => row.resolved],
  ['acknowledgedByUser', (row) => row.acknowledgedByUser],
  ['metadata', (row) => row.metadata],
  ['sessionId', (row) => row.sessionId],
  ['address', (row) => row.address],
  ['userAgent', (row) => row.userAgent],
  ['clientVersion', (row) => row.clientVersion],
];
