import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type MediaTools, probe } from '@prahari/media';

/**
 * Examines a file as an upload is examined, in a folder of its own beside a file with a secret.
 * @returns whether it was taken for a video, and all that was said or found out about it
 */
export async function examineMedia(
  tools: MediaTools,
  name: string,
  bytes: Buffer,
  secret: string,
): Promise<{ readonly isAccepted: boolean; readonly text: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-audit-'));
  try {
    const secretFile = path.join(folder, 'other.ts');
    await writeFile(secretFile, secret);
    const hostile = path.join(folder, name);
    await writeFile(hostile, replaceBytes(bytes, 'CANARY', secretFile));
    const facts = await probe(hostile, { tools });
    return { isAccepted: true, text: JSON.stringify(facts) };
  } catch (error) {
    const said = error instanceof Error ? { ...error, message: error.message } : { error };
    return { isAccepted: false, text: JSON.stringify(said) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Replaces a text within bytes, of which each stands for one character. */
function replaceBytes(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}
