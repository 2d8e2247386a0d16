import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Trigrams need three letters; a shorter text matches so many that no index helps. */
const shortestIndexed = 3;

/**
 * Tells whether a video is found by a text that a user typed, in one of three ways that each have
 * an index:
 * - every word of it begins a word of the video, in any language. Hindi has no stemmer in
 *   PostgreSQL; its endings come last in a word, so the beginning of a word finds most of its
 *   forms;
 * - by English stems: 'running' finds 'run';
 * - literally, within words too and with its punctuation.
 */
export function matchesTextSql(search: string): RawBuilder<SqlBool> {
  const folded = sql<string>`search_fold(${search})`;
  const vector = sql`search_vector(search_text)`;
  const beginnings = sql`(SELECT string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    FROM unnest(search_words(${folded})) AS word)`;
  const pattern = sql`'%' || regexp_replace(${folded}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  const byParts = sql<SqlBool>`search_text LIKE ${pattern}`;
  const indexed =
    [...search].length >= shortestIndexed
      ? sql<SqlBool>`(trigrams_of(search_text) @> trigrams_of(${folded}) AND ${byParts})`
      : byParts;
  return sql<SqlBool>`(${vector} @@ ${beginnings}
    OR ${vector} @@ plainto_tsquery('english', ${folded}) OR ${indexed})`;
}
