import type { ContentKey } from './content-keys.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { openUnlinked } from './unlinked-file.ts';

export type DecryptRequest = {
  /** The folder of both files; the names are plain. */
  folder: string;
  /** An init segment with media segments behind it, as `packageVideo` made them. */
  encryptedName: string;
  clearName: string;
  track: 'video' | 'audio';
  key: ContentKey;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

/**
 * Opens a track of a video for the server's own use, such as a still. The key is passed as
 * in packaging: neither on the command line nor in a file that has a name.
 *
 * @throws MediaError `tool_failed`, `disk_full`, `cancelled`, `timed_out`.
 */
export async function decryptTrack(request: DecryptRequest): Promise<void> {
  const { folder, encryptedName, clearName, track, key, tools, signal } = request;
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const flag = `--keys=label=:key_id=${hex(key.keyId)}:key=${hex(key.key)}\n`;
  await using flags = await openUnlinked(flag);
  await runTool({
    program: tools.packager,
    args: [
      `in=${encryptedName},stream=${track},output=${clearName}`,
      '--enable_raw_key_decryption',
      '--flagfile=/dev/stdin',
    ],
    guard: tools.guard,
    cwd: folder,
    stdinFd: flags.fd,
    timeoutMs: 10 * 60_000,
    signal,
  });
}
