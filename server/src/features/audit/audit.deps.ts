import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { DiskFolders } from '../../platform/disk/disk-room.ts';
import type { ExportList } from '../../platform/export/export-list.ts';
import type { Log } from '../../platform/log/log.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import type { Users } from '../users/index.ts';
import type { AuditCheck } from './checks/check.rules.ts';
import type { AuditPorts } from './ports.ts';
import type { ProbeTarget } from './probe/probe.adapter.ts';

/** All that the functions of this feature are given; each names by `Pick` what it uses. */
export interface AuditDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly users: Pick<Users, 'nameOf'>;
  readonly systemConfig: Pick<LiveConfig, 'current'>;
  readonly diskFolders: DiskFolders;
  readonly exportList: ExportList;
  readonly checks: readonly AuditCheck[];
  readonly ports: AuditPorts;
  /** Of reports, in which the schedule's night is. */
  readonly timeZone: string;
  /** How long it waits between two requests, in ms: learners must not notice an audit. */
  readonly paceMs: number;
  readonly enqueueRun: (trx: Trx, runId: string) => Promise<void>;
  /** Where this process is reached; known once it listens. */
  target(): ProbeTarget;
}
