import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The pattern of LIKE that finds a text anywhere; what means something in patterns is taken as it stands. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Builds what a text filter asks (specification, section 5): whether a value has a part, in upper or
 * lower case. Unicode writes some letters in two ways that look alike, as those of अलीगढ़: both
 * count as one.
 */
export function hasPart(value: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  const folded = (text: RawBuilder<unknown>) => sql`lower(normalize(${text}, NFC))`;
  return sql<SqlBool>`${folded(value)} LIKE ${folded(sql`${containing(part)}::text`)}`;
}
