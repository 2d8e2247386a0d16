/** How much of a statement is sent: what tells it apart, and not a list of a thousand placeholders. */
const longestText = 2000;
const target = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w]*)"?/i;

/**
 * Names a statement by what it does to which table, as few names for many statements, and cuts its
 * text. The text has placeholders in place of values.
 */
export function describeStatement(sql: string): {
  readonly name: string;
  readonly operation: string;
  readonly table: string | undefined;
  readonly text: string;
} {
  const operation = (/^\s*(?:--.*\s*)*([a-z]+)/i.exec(sql)?.[1] ?? 'statement').toUpperCase();
  const table = target.exec(sql)?.[1];
  const name = table === undefined ? operation : `${operation} ${table}`;
  return { name, operation, table, text: sql.slice(0, longestText) };
}
