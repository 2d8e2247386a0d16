/**
 * Changes of a table that is in use which the version before can't live with, while both run: it reads
 * and writes the columns that it knows, and tells the database nothing of others.
 */
const BREAKING: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /\bDROP\s+(?:TABLE|VIEW|FUNCTION|TYPE|SEQUENCE)\b/i, what: 'drops what it may use' },
  { pattern: /\bDROP\s+(?:COLUMN\b|DEFAULT\b)/i, what: 'drops a column or its default' },
  { pattern: /\bRENAME\b/i, what: 'renames what it uses' },
  { pattern: /\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i, what: 'changes a type' },
  { pattern: /\bSET\s+NOT\s+NULL\b/i, what: 'refuses rows without a value' },
  {
    pattern: /\bADD\s+(?:CONSTRAINT\b|CHECK\b|UNIQUE\b|PRIMARY\s+KEY\b|FOREIGN\s+KEY\b|EXCLUDE\b)/i,
    what: 'refuses rows that it writes',
  },
  {
    pattern: /\bADD\s+COLUMN\b(?![^,;]*\b(?:DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i,
    what: 'needs a value in a column that it does not know',
  },
  { pattern: /\bCREATE\s+UNIQUE\s+INDEX\b/i, what: 'refuses rows that it writes' },
];

const CREATED = /\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/gi;
const SUBJECT =
  /^(?:ALTER\s+TABLE\s+(?:ONLY\s+)?|DROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?|CREATE\s+UNIQUE\s+INDEX[^;]*?\bON\s+)(\w+)/i;
/** A comment before a statement that says why the version before does not mind it. */
const CONTRACT = /^--\s*contract:\s*\S/im;

/**
 * Lists the statements of a migration that would break the version before, which runs on while
 * processes are restarted one after another: expand first, contract in a later release. What a
 * statement does to a table that the same migration creates breaks no one.
 */
export function findBreakingStatements(sql: string): string[] {
  const statements = splitStatements(sql);
  const created = new Set(
    statements.flatMap(({ text }) => [...text.matchAll(CREATED)].map(([, table]) => table)),
  );
  return statements.flatMap(({ text, comment }) => {
    if (created.has(SUBJECT.exec(text)?.[1]) || CONTRACT.test(comment)) return [];
    const found = BREAKING.find(({ pattern }) => pattern.test(text));
    return found === undefined ? [] : [`'${shorten(text)}' ${found.what}`];
  });
}

interface Statement {
  /** Without comments, and without what stands in quotes. */
  readonly text: string;
  /** All comments before it and in it. */
  readonly comment: string;
}

/** Tokens of SQL in which `;` and words mean nothing: comments, and text in quotes or dollars. */
const OPAQUE = /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|\$(\w*)\$[\s\S]*?\$\2\$|'(?:[^']|'')*'|;/g;

function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let [text, comment, at] = ['', '', 0];
  const end = () => {
    if (text.trim() !== '') statements.push({ text: text.trim(), comment });
    [text, comment] = ['', ''];
  };
  for (const token of sql.matchAll(OPAQUE)) {
    text += sql.slice(at, token.index);
    at = token.index + token[0].length;
    if (token[0] === ';') end();
    else if (token.groups?.['comment'] === undefined) text += "''";
    else comment += `${token[0]}\n`;
  }
  text += sql.slice(at);
  end();
  return statements;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
