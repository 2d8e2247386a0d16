import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const packageFile = new URL('../../../../package.json', import.meta.url);

/** Reads the version of this program out of its package.json. */
export function readVersion(): string {
  const schema = z.object({ version: z.string() });
  return z.parse(schema, JSON.parse(readFileSync(packageFile, 'utf8'))).version;
}
