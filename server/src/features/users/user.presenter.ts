import type { ManagedUser, OwnUser } from '@prahari/contract';
import type { UserRow } from './users.repository.ts';

/** What users see of themselves. */
export function presentOwnUser(row: UserRow): OwnUser {
  return {
    id: row.id,
    name: row.name,
    contactNumber: row.contact_number,
    countryCode: row.country_code,
    userType: row.user_type,
  };
}

/** What administrators see of a user. */
export function presentManagedUser(row: UserRow): ManagedUser {
  return {
    ...presentOwnUser(row),
    status: row.status,
    kendraType: row.kendra_type,
    country: row.country,
    district: row.district,
    loginCount: row.login_count,
    deviceId: null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  };
}
