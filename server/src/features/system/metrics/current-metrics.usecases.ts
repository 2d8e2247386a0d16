import type { DataOf, endpoints } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { SystemDeps } from '../system.deps.ts';

type Current = DataOf<typeof endpoints.performance.current>;

/** Describes this process at this moment; also while the database is away. */
export async function describeCurrentMetrics(
  deps: Pick<SystemDeps, 'clock' | 'version' | 'poolUse' | 'queueDepths'>,
): Promise<Current> {
  const { rss, heapUsed } = process.memoryUsage();
  const queue = await deps.queueDepths().catch(() => null);
  return {
    at: deps.clock.now().toISOString(),
    version: deps.version,
    uptimeSeconds: Math.floor(process.uptime()),
    memoryBytes: rss,
    heapBytes: heapUsed,
    ...deps.poolUse(),
    queue: queue && [...queue],
  };
}

/** Sets the counters of this process back to zero, with an entry in the audit log. */
export async function resetMetrics(
  {
    db,
    clock,
    users,
    metrics,
    processName,
  }: Pick<SystemDeps, 'db' | 'clock' | 'users' | 'metrics' | 'processName'>,
  by: { readonly userId: string; readonly address: string },
): Promise<{ resetAt: string }> {
  const at = clock.now();
  await db.transaction().execute(async (trx) => {
    const name = (await users.nameOf(trx, by.userId)) ?? '';
    const entry = {
      action: 'metrics.reset',
      actor: { userId: by.userId, name },
      subject: { id: null, name: processName },
      before: {},
      after: {},
      address: by.address,
    } as const;
    await writeAuditEntry(trx, entry, at);
  });
  metrics.reset();
  return { resetAt: at.toISOString() };
}
