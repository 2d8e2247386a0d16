import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The embedded database listens on a socket in its own folder, and keeps its password there. */
export async function findDatabase(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'pg');
  const password = await readFile(path.join(folder, 'application_password'), 'utf8');
  const host = encodeURIComponent(folder);
  return `postgresql://prahari:${encodeURIComponent(password.trim())}@/prahari?host=${host}`;
}
