import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { DiskFolders } from '../../../platform/disk/disk-room.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { CallerNow, SessionCaller } from '../../../platform/http/caller.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { UsersRepository } from '../accounts/users.repository.ts';
import type { DeliveryWays } from '../activation/activation.rules.ts';
import type { CodeMessage } from '../activation/issue-activation.usecases.ts';
import type { Actor, ActorNow } from '../users.policy.ts';
import { createImportFilesOut } from './download-import.usecases.ts';
import { createEndImport } from './end-import.usecases.ts';
import { bindImportRoutes } from './import.routes.ts';
import { createImportBatch } from './import-batch.usecases.ts';
import { createImportCodesRepository } from './import-codes.repository.ts';
import { createImportFiles } from './import-files.adapter.ts';
import { createImportJobsRepository } from './import-jobs.repository.ts';
import { createIssueCodes } from './issue-codes.usecases.ts';
import { createLearnersRepository } from './learners.repository.ts';
import { createSeeImports } from './list-imports.usecases.ts';
import { createTakeImport } from './receive-import.usecases.ts';
import { createRowErrorsRepository } from './row-errors.repository.ts';
import { createImportUsers, importUsersKind } from './tasks/import-users.task.ts';
import { createForgetImports } from './tasks/purge-imports.task.ts';

export { importCodeColumn } from './issue-codes.usecases.ts';
export { importUsersKind } from './tasks/import-users.task.ts';

export interface ImportFeatureDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly masterKey: SealingKeys;
  readonly systemConfig: LiveConfig;
  readonly users: UsersRepository;
  readonly ways: DeliveryWays;
  readonly importDir: string;
  readonly diskFolders: DiskFolders;
  readonly reserveBytes: number;
  readonly maxBytes: number;
  readonly maxRows: number;
  actorOf(caller: SessionCaller, request: FastifyRequest): Actor;
  actorNowOf(call: { callerNow: CallerNow; request: FastifyRequest }): ActorNow;
  sendAllLater(trx: Trx, messages: readonly CodeMessage[]): Promise<void>;
}

/** Users out of spreadsheets: taken in by the web process, imported by a worker. */
export function createUserImport(deps: ImportFeatureDeps) {
  const { queue, importDir: dir, reserveBytes } = deps;
  const jobs = createImportJobsRepository();
  const learners = createLearnersRepository();
  const rowErrors = createRowErrorsRepository();
  const codes = createImportCodesRepository();
  const files = createImportFiles({ dir, reserveBytes });
  const endImport = createEndImport({ ...deps, jobs });
  const see = createSeeImports({ ...deps, jobs, endImport, codes, rowErrors });
  const enqueue = (trx: Trx, importId: string) => queue.enqueue(trx, importUsersKind, { importId });
  const take = createTakeImport({ ...deps, jobs, files, see, enqueue });
  const filesOut = createImportFilesOut({ ...deps, see, rowErrors, codes });
  return {
    bindRoutes: (bind: Bind) => bindImportRoutes(bind, { ...deps, take, see, filesOut }),
    /** What the lists of uploads show of imports. */
    jobs: {
      maySee: mayImport,
      find: see.find,
      list: see.list,
    },
    async startWorker(worker: JobQueue): Promise<void> {
      const issueCodes = createIssueCodes({ ...deps, learners, codes });
      const importBatch = createImportBatch({ ...deps, jobs, learners, rowErrors, issueCodes });
      const importUsers = createImportUsers({ ...deps, jobs, files, importBatch, endImport });
      await worker.work(importUsersKind, 1, importUsers);
    },
    /** Removes files, codes and failed rows that are past their use. */
    forget: createForgetImports({ ...deps, jobs, codes, rowErrors, files }),
  };
}

function mayImport(caller: SessionCaller): boolean {
  return caller.permissions.includes('users.import');
}
