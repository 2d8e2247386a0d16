import { listKeyForms } from './key-forms.ts';
import { createSearch } from './needles.ts';
import type { RecordedOutput } from './output-file.ts';

export interface Finding {
  /** A place where a key must not be. */
  readonly leaks: string[];
  /** Licences with keys: without any, nothing was proved. */
  readonly licences: number;
}

/** The only place where keys may be: the body of a given licence. */
const licence = /^POST \/api\/v1\/drm\/clearkey\/license(\?|$)/;
const isLicence = ({ what, head }: RecordedOutput) =>
  licence.test(what) && /^HTTP\/1\.1 200 /.test(head);

/** Keys that are in the database no more, after a renewal, were once licensed. */
function keysIn({ body }: RecordedOutput): Buffer[] {
  const { keys = [] }: { keys?: { k: string }[] } = JSON.parse(Buffer.from(body).toString());
  return keys.map(({ k }) => Buffer.from(k, 'base64url'));
}

/** Searches everything that was recorded for these keys and those of the licences. */
export function findKeys(outputs: readonly RecordedOutput[], stored: readonly Buffer[]): Finding {
  const licensed = outputs.filter(isLicence).flatMap(keysIn);
  const keys = new Map([...stored, ...licensed].map((key) => [key.toString('hex'), key]));
  const holdsKey = createSearch([...keys.values()].flatMap(listKeyForms));
  const leaks: string[] = [];
  let licences = 0;
  for (const one of outputs) {
    if (holdsKey(Buffer.from(`${one.what}\n${one.head}`))) leaks.push(`${one.what} (headers)`);
    if (!holdsKey(one.body)) continue;
    if (isLicence(one)) licences += 1;
    else leaks.push(one.what);
  }
  return { leaks, licences };
}
