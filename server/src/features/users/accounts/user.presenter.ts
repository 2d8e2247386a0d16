import type { ManagedUser, OwnUser, UserDetail } from '@prahari/contract';
import { computeEffectiveRights } from '../rights/rights.rules.ts';
import type { Subject } from '../users.policy.ts';
import type { UserRow } from '../users.tables.ts';
import { maskEmail } from './email.rules.ts';
import { maskContactNumber } from './phone.rules.ts';

/** Presents users to themselves. */
export function presentOwnUser(row: UserRow): OwnUser {
  return {
    id: row.id,
    name: row.name,
    contactNumber: row.contact_number,
    countryCode: row.country_code,
    userType: row.user_type,
  };
}

/** Presents a user to administrators. */
export function presentManagedUser(row: UserRow, deviceId: string | null): ManagedUser {
  return {
    ...presentOwnUser(row),
    email: row.email,
    status: row.status,
    kendraType: row.kendra_type,
    country: row.country,
    district: row.district,
    loginCount: row.login_count,
    deviceId,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  };
}

export function presentUserDetail(
  row: UserRow,
  known: {
    readonly deviceIds: readonly string[];
    readonly hasSecondFactor: boolean;
    readonly codeExpiresAt: Date | null;
  },
): UserDetail {
  const { permissions, adminScope } = computeEffectiveRights({
    userType: row.user_type,
    permissions: row.permissions,
    adminScope: row.admin_scope,
  });
  const { deviceIds, hasSecondFactor, codeExpiresAt } = known;
  return {
    ...presentManagedUser(row, deviceIds[0] ?? null),
    deviceIds: [...deviceIds],
    permissions: [...permissions],
    adminScope,
    hasSecondFactor,
    codeExpiresAt: codeExpiresAt?.toISOString() ?? null,
  };
}

/** Returns the facts that decide which administrators may see this user. */
export function presentSubject(row: UserRow): Subject {
  const { id, user_type: userType, country, district, kendra_type: kendraType } = row;
  return { id, userType, country, district, kendraType };
}

/**
 * Returns the values that the audit log compares. Number and address are masked: entries can't be
 * removed, and must not keep those of an erased user.
 */
export function pickAuditFacts(row: UserRow) {
  return {
    name: row.name,
    contactNumber: maskContactNumber(row.contact_number),
    email: row.email === null ? null : maskEmail(row.email),
    userType: row.user_type,
    status: row.status,
    kendraType: row.kendra_type,
    country: row.country,
    district: row.district,
    loginCount: row.login_count,
    permissions: row.permissions,
    adminScope: row.admin_scope,
    isDeleted: row.deleted_at !== null,
  };
}
