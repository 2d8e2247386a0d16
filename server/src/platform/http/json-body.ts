import type { FastifyInstance } from 'fastify';

/**
 * Matches pairs, single halves, and every other escape, so that an escaped backslash starts none.
 */
const escapes =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\./g;
const someHalf = /\\u[dD][89a-fA-F]/;
const lengthOfHalf = '\\ud800'.length;

/**
 * Replaces escapes of lone surrogates in JSON text (RFC 8259, section 8.2) with U+FFFD. A text that was
 * cut within an emoji ends in one, and PostgreSQL refuses it in JSON.
 */
export function replaceLoneSurrogates(json: string): string {
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
    (request, body, done) => parse(request, replaceLoneSurrogates(body), done),
  );
}
