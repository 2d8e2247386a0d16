import type { Passkey } from '@prahari/contract';
import type { PasskeyRow } from '../auth.tables.ts';

/** Presents a passkey to its owner. */
export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isSynced: row.is_synced,
    suspectedAt: row.suspected_at?.toISOString() ?? null,
  };
}

/** Describes a credential to browsers. */
export function describeCredential({
  credential_id: id,
  transports,
}: Pick<PasskeyRow, 'credential_id' | 'transports'>) {
  return { id: id.toString('base64url'), type: 'public-key' as const, transports };
}
