import type { Audience } from '@prahari/contract';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { createExportList } from '../../platform/export/export-list.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { computeExpiryLimit, type RetentionJob } from '../../platform/retention/retention-job.ts';
import { createUploadStore } from '../../platform/uploads/open-upload-store.ts';
import { blockUnlessDone, liftPlatformBlock } from './accounts/access.usecases.ts';
import { bindAccountRoutes } from './accounts/accounts.routes.ts';
import { createUser, type UserDraft } from './accounts/accounts.usecases.ts';
import { requireVisibleLearner } from './accounts/administer.usecases.ts';
import { ensureFirstAdmin } from './accounts/first-admin.usecases.ts';
import {
  countPasswordMethods,
  countUserLogin,
  findUserByContact,
  findUserById,
  setUserPassword,
} from './accounts/users.repository.ts';
import { consumeActivationCode, purgeActivationCodes } from './activation/activation.repository.ts';
import { checkActivationCode, sendResetCode } from './activation/activation.usecases.ts';
import {
  sendActivationCode,
  sendActivationCodeKind,
} from './activation/tasks/send-activation-code.task.ts';
import { bindAuditLogRoutes } from './audit-log/audit-log.routes.ts';
import { bindBulkRoutes } from './bulk/bulk.routes.ts';
import { purgeDeletedUsers } from './bulk/tasks/purge-deleted-users.task.ts';
import { createEmailDelivery } from './delivery/email-delivery.adapter.ts';
import { createSmsDelivery } from './delivery/sms-gateway.adapter.ts';
import { bindExportRoutes } from './export/export.routes.ts';
import { findAudienceFacts, findKnownGroups } from './groups/groups.repository.ts';
import { bindGroupRoutes } from './groups/groups.routes.ts';
import { countGroups, findGroupStandings, listViewersById } from './groups/groups.usecases.ts';
import { bindImportRoutes } from './import/import.routes.ts';
import { createImportFiles } from './import/import-files.adapter.ts';
import { countTornImports } from './import/import-jobs.repository.ts';
import { getImport, listImports, listImportsUnderWay } from './import/list-imports.usecases.ts';
import { importUsers, importUsersKind } from './import/tasks/import-users.task.ts';
import { purgeImports } from './import/tasks/purge-imports.task.ts';
import { createUserFilters } from './list/user-filter.usecases.ts';
import {
  countUsersUpTo,
  createFewVisibleUserIds,
  selectVisibleUserIds,
} from './list/user-list.repository.ts';
import { bindUserListRoutes } from './list/user-list.routes.ts';
import { createUserPages } from './list/user-pages.usecases.ts';
import { bindPlaceRoutes } from './places/places.routes.ts';
import { countLearnersOf } from './places/places.usecases.ts';
import { bindAdminRightsRoutes } from './rights/admin-rights.routes.ts';
import {
  removeThrowawaysCron,
  removeThrowawaysKind,
} from './throwaway/tasks/remove-throwaways.task.ts';
import {
  renewThrowaways,
  type ThrowawayDraft,
  type ThrowawayRun,
} from './throwaway/throwaway.repository.ts';
import {
  makeThrowaways,
  removeExpiredThrowaways,
  removeThrowawaysOf,
} from './throwaway/throwaway.usecases.ts';
import type { UsersDeps, UsersFeatureDeps } from './users.deps.ts';
import { type Actor, buildScopeCondition } from './users.policy.ts';

export { maskContactNumber, normalisePhone } from './accounts/phone.rules.ts';
export { presentOwnUser } from './accounts/user.presenter.ts';
export { activationJobColumn } from './activation/tasks/send-activation-code.task.ts';
export { openMailServer } from './delivery/mail-server.adapter.ts';
export { createMailTransport, type SendMail } from './delivery/mail-transport.adapter.ts';
export { readSmsGateway } from './delivery/sms-gateway.rules.ts';
export { groupRowRefusals as usersRowRefusals } from './groups/groups.errors.ts';
export type { GroupStanding } from './groups/groups.repository.ts';
export { importCodeColumn } from './import/issue-codes.usecases.ts';
export { readSearchTerm } from './list/user-list.rules.ts';
export type { UsersPorts } from './ports.ts';
export { computeEffectiveRights } from './rights/rights.rules.ts';
export { buildInitialUsersConfig, usersSettings } from './users.config.ts';
export { outOfScope, phoneInvalid } from './users.errors.ts';
export { type Actor, findScopePlaces, type PlaceBound } from './users.policy.ts';
export type { UserRow } from './users.tables.ts';

/** The job kinds that the queue must know before this feature is created. */
export const userJobKinds = [sendActivationCodeKind, importUsersKind, removeThrowawaysKind];
const sendsAtOnce = 2;

/** Creates the feature: accounts, their roles, places and groups, and how they are activated. */
export function createUsers({ importDir, bucket, workDir, ...given }: UsersFeatureDeps) {
  const { db, clock, smsGateway, mailServer, settings } = given;
  const fewVisibleUserIds = createFewVisibleUserIds(db);
  const nameOf = async (trx: Trx, id: string) => (await findUserById(trx, id))?.name;
  const { diskReserveBytes: reserveBytes, importMaxBytes: maxBytes } = settings;
  const place = { dir: importDir, bucket, reserveBytes, maxBytes };
  /** Whether there is any way, by which not every user can be reached. */
  const canSendCodes = smsGateway !== undefined || mailServer !== undefined;
  const deps: UsersDeps = {
    ...given,
    importFiles: createImportFiles(createUploadStore(place), workDir),
    planUserFilter: createUserFilters({ db }),
    findUserPage: createUserPages({ db }),
    exportList: createExportList({ db, clock, nameOf }),
  };
  const retentionJobs: readonly RetentionJob[] = [
    {
      name: 'activation codes',
      removeSome: (atMost) => purgeActivationCodes(db, computeExpiryLimit(clock.now()), atMost),
    },
    { name: 'leftovers of imports', removeSome: () => purgeImports(deps) },
    { name: 'deleted users', removeSome: (atMost) => purgeDeletedUsers(deps, atMost) },
  ];
  return {
    bindRoutes(bind: Bind): void {
      bindAccountRoutes(bind, deps);
      bindUserListRoutes(bind, deps);
      bindExportRoutes(bind, deps);
      bindImportRoutes(bind, deps);
      bindGroupRoutes(bind, deps);
      bindPlaceRoutes(bind, deps);
      bindAdminRightsRoutes(bind, deps);
      bindAuditLogRoutes(bind, deps);
      bindBulkRoutes(bind, deps);
    },
    async startWorker(jobs: JobQueue): Promise<void> {
      await jobs.work(importUsersKind, 1, (run) => importUsers(deps, run));
      await jobs.work(
        removeThrowawaysKind,
        1,
        async () => void (await removeExpiredThrowaways(deps)),
      );
      await jobs.schedule(removeThrowawaysKind, removeThrowawaysCron);
      if (!smsGateway && !mailServer) return;
      const deliveries = {
        sms: smsGateway && createSmsDelivery(smsGateway),
        email: mailServer && createEmailDelivery(mailServer, deps.publicUrl),
      };
      await jobs.work(sendActivationCodeKind, sendsAtOnce, (run) =>
        sendActivationCode({ ...deps, deliveries }, run),
      );
    },
    retentionJobs,
    /** The data of imports that the lists of uploads show. */
    importJobs: {
      maySee: (caller: SessionCaller) => caller.permissions.includes('users.import'),
      find: (actor: Actor, id: string) => getImport(deps, actor, id),
      list: (actor: Actor, query: Parameters<typeof listImports>[2]) =>
        listImports(deps, actor, query),
      listUnderWay: (actor: Actor, atMost: number) => listImportsUnderWay(deps, actor, atMost),
    },
    /** Counts blocked users this caller may see. */
    countBlocked: (actor: Actor, most: number) =>
      countUsersUpTo(db, { scope: buildScopeCondition(actor), status: ['blocked'] }, most),
    hasLearner: async (actor: Actor) =>
      (await countUsersUpTo(db, { scope: buildScopeCondition(actor), userType: ['LEARNER'] }, 1)) >
      0,
    /** Lifts a block of the platform. @returns whether the user is not blocked now @throws AppError */
    liftPlatformBlock: (actor: Actor, userId: string, until: Date) =>
      liftPlatformBlock(deps, actor, userId, until),
    /** Blocks a learner, for an alert. @returns whether it was not so before @throws AppError */
    blockLearner: async (userId: string) => {
      const actor = { userId: null, userType: 'SUPER_ADMIN' } as const;
      await requireVisibleLearner(deps, actor, userId);
      return blockUnlessDone(deps, actor, userId);
    },
    /** Accounts that the platform makes for a run of its own, and removes with it. */
    throwaways: {
      make: (run: ThrowawayRun, drafts: readonly ThrowawayDraft[]) =>
        makeThrowaways(deps, run, drafts),
      keep: renewThrowaways,
      removeOf: (ownerId: string) => removeThrowawaysOf(deps, ownerId),
      removeExpired: () => removeExpiredThrowaways(deps),
    },
    createUser: (actor: Actor, draft: UserDraft) => createUser(deps, actor, draft),
    ensureFirstAdmin: (phone: string, renew: boolean) => ensureFirstAdmin(deps, phone, renew),
    /** The name of a user in the audit log; undefined when there is no such user. */
    nameOf,
    /** Lists of other features too. */
    exportList: deps.exportList,
    /** Selects the ids of users this caller may see, for use within another query. */
    visibleIds: (actor: Actor) => selectVisibleUserIds(db, buildScopeCondition(actor)),
    /** The same, where they are at most `most`; null otherwise. */
    fewVisibleIds: (actor: Actor, most: number) =>
      fewVisibleUserIds(buildScopeCondition(actor), most),
    countLearnersOf: (actor: Parameters<typeof countLearnersOf>[1], audience: Audience) =>
      countLearnersOf(deps, actor, audience),
    requireVisibleLearner: (actor: Actor, userId: string) =>
      requireVisibleLearner(deps, actor, userId),
    audienceFactsOf: (userId: string) => findAudienceFacts(db, userId),
    viewersById: listViewersById,
    /** Null for a scope without bounds. */
    groupStandings: (actor: Actor, within: DbOrTrx = db, ids: readonly string[] | null = null) =>
      findGroupStandings(within, actor, ids),
    /** Counts the groups with a learner in the actor's scope. */
    countGroups: (actor: Actor) => countGroups(db, actor),
    knownGroups: (ids: readonly string[], within: DbOrTrx = db) => findKnownGroups(within, ids),
    findUserById: (id: string) => findUserById(db, id),
    findUserByContact: (contactNumber: string) => findUserByContact(db, contactNumber),
    setUserPassword: (within: DbOrTrx, id: string, passwordHash: string) =>
      setUserPassword(within, id, passwordHash, clock.now()),
    countPasswordMethods: (atMost: number) => countPasswordMethods(db, atMost),
    countTornImports: () => countTornImports(db),
    countUserLogin: (within: DbOrTrx, id: string) => countUserLogin(within, id, clock.now()),
    checkActivationCode: (userId: string, typed: string) =>
      checkActivationCode(deps, userId, typed),
    consumeActivationCode,
    canSendCodes,
    /** Tells the web app whether forgotten passwords are reset by a code that is sent. */
    pageFacts: { __PASSWORD_RESET__: canSendCodes ? 'on' : 'off' },
    sendResetCode: (trx: Trx, user: Parameters<typeof sendResetCode>[2], expiresAt: Date) =>
      sendResetCode(deps, trx, user, expiresAt),
  };
}

export type Users = ReturnType<typeof createUsers>;
/** The users a caller may see, as a query for their ids. */
export type VisibleIds = Users['visibleIds'];
export type UserIds = ReturnType<VisibleIds>;
export type FewUserIds = NonNullable<Awaited<ReturnType<Users['fewVisibleIds']>>>;
