import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { LearnerDraft } from './row.rules.ts';

export type NewLearner = LearnerDraft & { readonly id: string };

/** Finds which of the numbers are in use. */
export async function findTakenNumbers(
  db: DbOrTrx,
  contactNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('users')
    .select('contact_number')
    .where('contact_number', '=', sql<string>`ANY (${[...contactNumbers]}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.contact_number));
}

/**
 * Inserts those whose number is free. In the order of numbers, so that two imports of the same
 * people never deadlock.
 * @returns the ids of those who were inserted
 */
export async function insertLearners(
  trx: Trx,
  learners: readonly NewLearner[],
  by: { createdBy: string; now: Date },
): Promise<ReadonlySet<string>> {
  if (learners.length === 0) return new Set();
  const all = learners.toSorted((a, b) => (a.contactNumber < b.contactNumber ? -1 : 1));
  const { rows } = await sql<{ id: string }>`
    INSERT INTO users (id, name, contact_number, country_code, email, kendra_type, country, district,
      user_type, status, created_by, created_at, updated_at)
    SELECT id, name, contact_number, country_code, email, kendra_type, country, district,
      'LEARNER', 'invited', ${by.createdBy}::uuid, ${by.now}::timestamptz, ${by.now}::timestamptz
    FROM unnest(
      ${all.map((one) => one.id)}::uuid[],
      ${all.map((one) => one.name)}::text[],
      ${all.map((one) => one.contactNumber)}::text[],
      ${all.map((one) => one.countryCode)}::text[],
      ${all.map((one) => one.email)}::text[],
      ${all.map((one) => one.kendraType)}::text[],
      ${all.map((one) => one.country)}::text[],
      ${all.map((one) => one.district)}::text[]
    ) AS new (id, name, contact_number, country_code, email, kendra_type, country, district)
    ON CONFLICT (contact_number) WHERE deleted_at IS NULL DO NOTHING
    RETURNING id`.execute(trx);
  return new Set(rows.map((row) => row.id));
}
