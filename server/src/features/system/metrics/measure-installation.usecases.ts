import { statfs } from 'node:fs/promises';
import type { SystemDeps } from '../system.deps.ts';

/** Adds gauges of the installation: the job queue, and the disk of DATA_DIR. */
export function measureInstallation({
  metrics,
  dataDir,
  queueDepths,
}: Pick<SystemDeps, 'metrics' | 'dataDir' | 'queueDepths'>): void {
  metrics.gauge(
    'prahari_jobs',
    'Jobs of the whole installation by kind and state.',
    ['kind', 'state'],
    async () => {
      const depths = await queueDepths();
      return depths.flatMap(({ kind, ready, deferred, active }) =>
        Object.entries({ ready, deferred, active }).map(([state, value]) => {
          return { labels: { kind, state }, value };
        }),
      );
    },
  );
  metrics.gauge(
    'prahari_data_dir_free_bytes',
    'Bytes that are free for Prahari on the disk of DATA_DIR.',
    [],
    async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return [{ labels: {}, value: bavail * bsize }];
    },
  );
  metrics.gauge(
    'prahari_data_dir_size_bytes',
    'Bytes that the disk of DATA_DIR holds in all.',
    [],
    async () => {
      const { blocks, bsize } = await statfs(dataDir);
      return [{ labels: {}, value: blocks * bsize }];
    },
  );
}
