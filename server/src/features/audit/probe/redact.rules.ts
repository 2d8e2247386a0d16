import { redactPrivate } from '@prahari/contract';

/** The most that a report keeps of a request or an answer. */
const mostShownCharacters = 4096;

/** Headers that say nothing about a probe. */
const leftOut = new Set(['host', 'x-correlation-id', 'x-request-key']);
/** Headers whose values are secrets as a whole. */
const secret = new Set(['authorization', 'cookie', 'dpop', 'set-cookie']);
const mostOfValue = 200;
const mostOfBody = 1000;

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Writes a request for a report: without credentials, phone numbers and signed paths. */
export function redactExchange({ method, path, headers, body }: SentRequest): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !leftOut.has(name))
    .map(([name, value]) => `${name}: ${redactHeader(name, [value].flat().join(', '))}`);
  const text = typeof body === 'string' ? body : body && `(${body.length} bytes)`;
  const shown = [`${method} ${redactText(path)}`, ...lines];
  if (text) shown.push('', redactPrivate(text, mostOfBody));
  return shown.join('\n').slice(0, mostShownCharacters);
}

/** Takes out of an answer what must be in no report. */
export function redactText(text: string): string {
  return redactPrivate(text, mostOfBody);
}

function redactHeader(name: string, value: string): string {
  if (!secret.has(name)) return redactPrivate(value, mostOfValue);
  const scheme = /^(DPoP|Bearer|Basic) /i.exec(value)?.[1];
  return value === '' ? '(empty)' : `${scheme ? `${scheme} ` : ''}[secret]`;
}
