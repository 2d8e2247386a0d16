import type { FastifyInstance } from 'fastify';

/**
 * Matches pairs, single halves, and every other escape, so that an escaped backslash starts none.
 */
const escapes =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\./g;
const someHalf = /\\u[dD][89a-fA-F]/;
const lengthOfHalf = '\\ud800'.length;

/**
 * Returns JSON text without escapes of half a surrogate pair (RFC 8259, section 8.2), in which a
 * text that was cut within an emoji ends. Each becomes U+FFFD, as in any other text; PostgreSQL
 * refuses it in its own JSON.
 */
export function withWholeSigns(json: string): string {
  if (!someHalf.test(json)) return json;
  return json.replace(escapes, (found) => (found.length === lengthOfHalf ? '\\ufffd' : found));
}

/** Parses JSON bodies as Fastify does, without splitting characters. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => parse(request, withWholeSigns(body), done),
  );
}
