import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

export interface SmallDisk {
  readonly server: TestServer;
  readonly admin: TestClient;
  /** The folder of uploads: a separate file system, if one could be mounted. */
  readonly folder: string;
  /** False where the account may not mount file systems. */
  readonly isMounted: boolean;
  stop(): Promise<void>;
}

const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Starts a server whose uploads lie on a disk of that many bytes, which tests can fill. */
export async function startOnSmallDisk(diskBytes: number): Promise<SmallDisk> {
  const server = await startTestServer({ environment: { DISK_RESERVE_BYTES: '0' } });
  const admin = await server.superAdmin();
  const folder = path.join(server.instance.foundation.dataDir, 'uploads');
  await mkdir(folder, { mode: 0o700 });
  const isMounted = run('mount', '-t', 'tmpfs', '-o', `size=${diskBytes}`, 'none', folder);
  return {
    server,
    admin,
    folder,
    isMounted,
    async stop() {
      if (isMounted) run('umount', folder);
      await server.stop();
    },
  };
}
