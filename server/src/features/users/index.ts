import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { DiskFolders } from '../../platform/disk/disk-room.ts';
import { createExportList } from '../../platform/export/export-list.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import { createUserAccess } from './accounts/access.usecases.ts';
import { actorNowOf, actorOf, bindUserRoutes } from './accounts/accounts.routes.ts';
import { createUsersUsecases } from './accounts/accounts.usecases.ts';
import { createAdminister } from './accounts/administer.usecases.ts';
import { createFirstAdmin } from './accounts/first-admin.usecases.ts';
import { createProfile } from './accounts/profile.usecases.ts';
import { createUsersRepository } from './accounts/users.repository.ts';
import { createActivationRepository } from './activation/activation.repository.ts';
import { isActivationGood } from './activation/activation.rules.ts';
import { createIssueActivation } from './activation/issue-activation.usecases.ts';
import {
  createSendActivationCode,
  sealedCodeOf,
  sendActivationCodeKind,
} from './activation/tasks/send-activation-code.task.ts';
import { createAuditLog } from './audit-log/audit-log.usecases.ts';
import { createEmailDelivery } from './delivery/email-delivery.adapter.ts';
import type { MailServer } from './delivery/mail-server.rules.ts';
import { createSmsDelivery } from './delivery/sms-gateway.adapter.ts';
import type { SmsGateway } from './delivery/sms-gateway.rules.ts';
import { bindExportRoutes, createUsersBehind } from './export/index.ts';
import { bindGroupRoutes, createGroups, createGroupsRepository } from './groups/index.ts';
import { createUserImport, importUsersKind } from './import/index.ts';
import { createUserFilters } from './list/user-filter.usecases.ts';
import { createUserListRepository } from './list/user-list.repository.ts';
import { createUserList } from './list/user-list.usecases.ts';
import type { UsersPorts } from './ports.ts';
import { createAdminRights } from './rights/admin-rights.usecases.ts';
import { effectiveRights } from './rights/rights.rules.ts';
import type { UsersConfig } from './users.config.ts';
import { type Actor, scopeCondition } from './users.policy.ts';

export { maskContactNumber, normalisePhone } from './accounts/phone.rules.ts';
export { presentOwnUser } from './accounts/user.presenter.ts';
export type { UserRow } from './accounts/users.repository.ts';
export { activationJobColumn } from './activation/tasks/send-activation-code.task.ts';
export { openMailServer } from './delivery/mail-server.adapter.ts';
export { readSmsGateway } from './delivery/sms-gateway.rules.ts';
export { type GroupStanding, groupRowRefusals as usersRowRefusals } from './groups/index.ts';
export { importCodeColumn } from './import/index.ts';
export { effectiveRights } from './rights/rights.rules.ts';
export { usersSettings } from './users.config.ts';
export { outOfScope, phoneInvalid } from './users.errors.ts';
export { type Actor, type PlaceBound, placesOf } from './users.policy.ts';

export interface UsersFeatureDeps extends UsersPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly queue: Pick<JobQueue, 'enqueue' | 'enqueueAll'>;
  readonly masterKey: SealingKeys;
  readonly systemConfig: LiveConfig;
  /** Where there is neither, codes are shown to the administrator. */
  readonly smsGateway: SmsGateway | undefined;
  readonly mailServer: MailServer | undefined;
  /** Where users open the product; undefined when only this machine reaches it. */
  readonly publicUrl: string | undefined;
  /** Where uploaded spreadsheets lie until they are imported. */
  readonly importDir: string;
  readonly diskFolders: DiskFolders;
  readonly settings: UsersConfig & { readonly diskReserveBytes: number };
}

/** What the queue must know before users are built on it. */
export const userJobKinds = [sendActivationCodeKind, importUsersKind];

const sendsAtOnce = 2;

/** Who there is: accounts, their roles and places, and how they are activated. */
export function createUsers(deps: UsersFeatureDeps) {
  const { db, smsGateway, mailServer, queue, masterKey, settings } = deps;
  const users = createUsersRepository();
  const activations = createActivationRepository();
  const administer = createAdminister({ ...deps, users });
  const ways = { sms: smsGateway !== undefined, email: mailServer !== undefined };
  const issueActivation = createIssueActivation({
    ...deps,
    activations,
    ways,
    sendLater: (trx, message) =>
      queue.enqueue(trx, sendActivationCodeKind, sealedCodeOf(masterKey, message)),
  });
  const usecases = createUsersUsecases({ ...deps, users, administer, issueActivation });
  const access = createUserAccess({ ...deps, users, activations, administer, issueActivation });
  const { resetPassword } = access;
  const list = createUserListRepository();
  const filterOf = createUserFilters(deps);
  const visibleIds = (actor: Actor) => list.visibleIds(db, scopeCondition(actor));
  const groupsTable = createGroupsRepository();
  const groups = createGroups({ ...deps, groups: groupsTable, administer, visibleIds });
  /** How the audit log calls somebody; undefined when there is nobody. */
  const nameOf = async (trx: Trx, id: string) => (await users.findById(trx, id))?.name;
  const exportList = createExportList({ ...deps, nameOf });
  const userImport = createUserImport({
    ...deps,
    users,
    ways,
    actorOf,
    actorNowOf,
    reserveBytes: settings.diskReserveBytes,
    maxBytes: settings.importMaxBytes,
    maxRows: settings.importMaxRows,
    sendAllLater: (trx, messages) => {
      const all = messages.map((message) => sealedCodeOf(masterKey, message));
      return queue.enqueueAll(trx, sendActivationCodeKind, all);
    },
  });
  return {
    bindRoutes(bind: Bind): void {
      userImport.bindRoutes(bind);
      bindGroupRoutes(bind, { groups, actorOf, exportList });
      bindExportRoutes(bind, {
        exportList,
        usersBehind: createUsersBehind({ db, list, filterOf }),
      });
      bindUserRoutes(bind, {
        usecases,
        access,
        listUsers: createUserList({ ...deps, list, filterOf }),
        setPermissions: createAdminRights({ ...deps, users, administer }),
        profile: createProfile({ ...deps, users }),
        auditLog: createAuditLog(db),
        exportList,
      });
    },
    async startWorker(jobs: JobQueue): Promise<void> {
      await userImport.startWorker(jobs);
      if (!smsGateway && !mailServer) return;
      const deliveries = {
        sms: smsGateway && createSmsDelivery(smsGateway),
        email: mailServer && createEmailDelivery(mailServer, deps.publicUrl),
      };
      const send = createSendActivationCode({ ...deps, users, activations, deliveries });
      await jobs.work(sendActivationCodeKind, sendsAtOnce, send);
    },
    removePastCodes: (before: Date, atMost: number) => activations.removePast(db, before, atMost),
    importJobs: userImport.jobs,
    forgetImports: userImport.forget,
    create: usecases.create,
    ensureFirstAdmin: createFirstAdmin({ db, users, create: usecases.create, resetPassword }),
    nameOf,
    /** Lists of other features too. */
    exportList,
    /** Ids of whom this caller sees, for use within another query. */
    visibleIds,
    /** Where a user is, and the groups that the user is in; null when there is nobody. */
    audienceFactsOf: (userId: string) => groupsTable.audienceFactsOf(db, userId),
    /** The same of many with what they may do, by id, as a transaction sees it. */
    async viewersById(within: DbOrTrx, userIds: readonly string[]) {
      const rows = await groupsTable.viewerFactsOf(within, userIds);
      return new Map(
        rows.map(({ userId, userType, permissions, adminScope, ...audience }) => {
          const rights = effectiveRights({ userType, permissions, adminScope });
          return [userId, { userId, userType, ...rights, audience }];
        }),
      );
    },
    /** How these groups, or all, lie to the scope of an administrator; null where it is everywhere. */
    groupStandings: (actor: Actor, within: DbOrTrx = db, ids: readonly string[] | null = null) =>
      groups.standings(within, actor, ids),
    /** Which of these groups there are. */
    knownGroups: (ids: readonly string[], within: DbOrTrx = db) => groupsTable.known(within, ids),
    findById: (id: string) => users.findById(deps.db, id),
    findByContact: (contactNumber: string) => users.findByContact(deps.db, contactNumber),
    setPassword: (db: DbOrTrx, id: string, passwordHash: string) =>
      users.setPassword(db, id, passwordHash, deps.clock.now()),
    countLogin: (db: DbOrTrx, id: string) => users.countLogin(db, id, deps.clock.now()),
    /** The stored hash of the code when what was typed is good, else null. */
    async checkActivation(userId: string, typed: string): Promise<Buffer | null> {
      const stored = await activations.find(deps.db, userId);
      return stored && isActivationGood(stored, typed, deps.clock.now()) ? stored.codeHash : null;
    },
    consumeActivation: (db: DbOrTrx, userId: string, codeHash: Buffer) =>
      activations.consume(db, userId, codeHash),
  };
}

export type Users = ReturnType<typeof createUsers>;
/** Whom a caller sees, as a query for their ids. */
export type VisibleIds = Users['visibleIds'];
export type UserIds = ReturnType<VisibleIds>;
