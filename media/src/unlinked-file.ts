import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes text into a file that has no name any more when this returns, so that a crash leaves no keys behind.
 * Node's pipes are sockets, which `/dev/stdin` cannot reopen; a file can be.
 */
export async function openUnlinked(text: string) {
  const path = join(tmpdir(), `prahari-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    // Positional, so that a reader that shares the offset still starts at 0.
    await file.write(text, 0);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
