import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Builds the LIKE pattern that finds a text anywhere; pattern characters are taken literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Builds the condition of a text filter (specification, section 5): whether a value contains a
 * part, ignoring case. Unicode has two forms for some letters, as in अलीगढ़: both match.
 */
export function hasPart(value: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  const folded = (text: RawBuilder<unknown>) => sql`lower(normalize(${text}, NFC))`;
  return sql<SqlBool>`${folded(value)} LIKE ${folded(sql`${containing(part)}::text`)}`;
}
