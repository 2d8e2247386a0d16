import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { UserIds } from '../../users/index.ts';

/** Trigrams need three letters; shorter texts match so many alerts that no index helps. */
const shortestIndexed = 3;
/**
 * Texts and users that are looked up one by one. Of more, a walk through the alerts in their order
 * has soon found as many as are counted (`alert-lists`).
 */
const mostLookedUp = 5000;
/** Of all users, alerts of more than so many are found sooner in a walk that compares their users. */
const mostUsersLookedUp = 1000;

/** What is searched: the texts of alerts, and names of their users, also of deleted ones. */
export interface AskedSearch {
  readonly text: string;
  /** Whether it looks into phone numbers, which only those know who may read users. */
  readonly searchesNumbers: boolean;
}

/** What matches so little that it is looked up by its index, before alerts are walked through. */
export interface AlertSearch extends AskedSearch {
  readonly isTextRare: boolean;
  readonly isNameRare: boolean;
  /** So rare that alerts are looked up user by user. */
  readonly hasFewUsers: boolean;
}

/**
 * Decides how a search is answered; each way finds the same.
 * @param most smaller in tests
 */
export async function planSearch(
  db: DbOrTrx,
  asked: AskedSearch,
  most = mostLookedUp,
): Promise<AlertSearch> {
  if ([...asked.text].length < shortestIndexed) return walkSearch(asked);
  const count = (found: RawBuilder<unknown>) =>
    sql`(SELECT count(*)::int FROM (${found} LIMIT ${most + 1}) AS found)`;
  // By trigrams alone, which may count a few too many: to compare each text takes longer.
  const { rows } = await sql<{ texts: number; users: number }>`SELECT
    ${count(sql`SELECT FROM alert_texts WHERE ${hasTrigramsOfText(asked)}`)} AS texts,
    ${count(sql`SELECT FROM users WHERE ${hasTrigramsOfName(asked)}`)} AS users`.execute(db);
  return {
    ...asked,
    isTextRare: rows.every(({ texts }) => texts <= most),
    isNameRare: rows.every(({ users }) => users <= most),
    hasFewUsers: rows.every(({ users }) => users <= Math.min(most, mostUsersLookedUp)),
  };
}

/** Compares each alert. */
export function walkSearch(asked: AskedSearch): AlertSearch {
  return { ...asked, isTextRare: false, isNameRare: false, hasFewUsers: false };
}

/**
 * Makes the condition that `alert` matches.
 * @param visible users to whom alerts are restricted besides; null for all
 */
export function matchesSearchSql(
  search: AlertSearch,
  visible: UserIds | null,
): RawBuilder<SqlBool> {
  const { isTextRare, isNameRare, hasFewUsers } = search;
  if (isTextRare && isNameRare && (visible || hasFewUsers)) {
    const named = usersNamed(search);
    const users = visible
      ? sql`SELECT id FROM (${named} OFFSET 0) AS found WHERE id IN (${visible}) OFFSET 0`
      : sql`${named} OFFSET 0`;
    return sql<SqlBool>`alert.id IN (${textsWith(search)}
      UNION SELECT of_user.id FROM (${users}) AS named
        CROSS JOIN LATERAL (SELECT id FROM alerts WHERE user_id = named.id OFFSET 0) AS of_user)`;
  }
  const byText = isTextRare
    ? sql`alert.id IN (${textsWith(search)})`
    : sql`(SELECT ${hasText(search)} FROM alert_texts WHERE alert_id = alert.id)`;
  const byName = isNameRare
    ? sql`alert.user_id IN (${usersNamed(search)})`
    : sql`(SELECT ${isNamed(search)} FROM users WHERE users.id = alert.user_id)`;
  // What is looked up in a list comes first; it costs less than to read a row.
  return isNameRare
    ? sql<SqlBool>`(${byName} OR ${byText})`
    : sql<SqlBool>`(${byText} OR ${byName})`;
}

function textsWith(search: AskedSearch): RawBuilder<unknown> {
  return sql`SELECT alert_id FROM alert_texts
    WHERE ${hasTrigramsOfText(search)} AND ${hasText(search)}`;
}

/** Selects users by a part of their name, or number: deleted ones too, each by its index. */
function usersNamed(search: AskedSearch): RawBuilder<unknown> {
  const named = sql`SELECT id FROM users WHERE ${isNamed(search)}`;
  return sql`${named} AND ${hasTrigramsOfName(search)}
    UNION ALL ${named} AND deleted_at IS NOT NULL`;
}

/** Word for word the expression of its index. */
function hasTrigramsOfText({ text }: AskedSearch): RawBuilder<SqlBool> {
  return sql`trigrams_of(alert_texts.text) @> trigrams_of(lower(${text}))`;
}

/** Of users who are not deleted; as above. */
function hasTrigramsOfName({ text }: AskedSearch): RawBuilder<SqlBool> {
  return sql`deleted_at IS NULL
    AND trigrams_of(lower(name) || E'\\n' || contact_number) @> trigrams_of(lower(${text}))`;
}

function hasText({ text }: AskedSearch): RawBuilder<SqlBool> {
  return sql`alert_texts.text COLLATE "C" LIKE lower(${containing(text)})`;
}

function isNamed({ text, searchesNumbers }: AskedSearch): RawBuilder<SqlBool> {
  // Letters of ASCII are folded one by one, others by tables of Unicode, which takes much longer.
  const collation = /^[ -~]*$/.test(text) ? sql`COLLATE "C"` : sql``;
  const byName = sql<SqlBool>`users.name ${collation} ILIKE ${containing(text)}`;
  return searchesNumbers
    ? sql`(${byName} OR users.contact_number LIKE ${containing(text)})`
    : byName;
}
