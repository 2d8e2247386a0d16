import {
  type Runner,
  runnerInvitationHours,
  runnerSecretPrefix,
  runnerTokenPrefix,
} from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import { generateToken, sha256 } from '../../../platform/crypto/codes.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { presentRunner } from './runner.presenter.ts';
import type { RunnerDeps } from './runners.deps.ts';
import { invitationInvalid, runnerNotFound } from './runners.errors.ts';
import {
  dropPartsOfRunner,
  insertRunner,
  listRunners,
  lockRunner,
  registerRunner,
  updateRunner,
} from './runners.repository.ts';

/** The administrator who acts. */
export interface RunnerAdmin {
  readonly userId: string;
  readonly address: string;
}

/** Lists the runners, and says whether they may have parts. */
export async function describeRunners({ db, clock, systemConfig }: RunnerDeps) {
  const now = clock.now();
  return {
    items: (await listRunners(db)).map((row) => presentRunner(row, now)),
    isAllowed: systemConfig.current().security.remoteRunners,
  };
}

/** Invites a runner. @returns the token, of which only a hash is kept */
export async function inviteRunner(
  deps: RunnerDeps,
  by: RunnerAdmin,
  name: string,
): Promise<{ runner: Runner; token: string; expiresAt: string }> {
  const { db, clock } = deps;
  const now = clock.now();
  const id = uuidv7();
  const token = `${runnerTokenPrefix}${generateToken()}`;
  const expiresAt = new Date(now.getTime() + runnerInvitationHours * 3_600_000);
  const row = { id, name, token_hash: sha256(token), token_expires_at: expiresAt, created_at: now };
  await db.transaction().execute(async (trx) => {
    await insertRunner(trx, row);
    await recordEvent(trx, 'runner.invited', { runnerId: id, byUserId: by.userId }, now);
    await writeEntry(deps, trx, by, { action: 'runner.invite', id, name });
  });
  return { runner: await present(deps, id), token, expiresAt: expiresAt.toISOString() };
}

/** Uses up the token of an invitation. @throws AppError when another call was first */
export async function acceptInvitation(
  { db, clock }: RunnerDeps,
  runnerId: string,
  address: string,
): Promise<{ runnerId: string; name: string; secret: string }> {
  const now = clock.now();
  const secret = `${runnerSecretPrefix}${generateToken()}`;
  return db.transaction().execute(async (trx) => {
    const row = await registerRunner(trx, runnerId, { secretHash: sha256(secret), now });
    if (!row) throw invitationInvalid();
    const { name } = row;
    await recordEvent(trx, 'runner.registered', { runnerId }, now);
    const entry = {
      action: 'runner.register',
      actor: { userId: null, name },
      subject: { id: runnerId, name },
      before: {},
      after: {},
      address,
    } as const;
    await writeAuditEntry(trx, entry, now);
    return { runnerId, name, secret };
  });
}

/** Revokes a runner for good; to do so again changes nothing. */
export async function revokeRunner(deps: RunnerDeps, by: RunnerAdmin, id: string): Promise<Runner> {
  const { db, clock } = deps;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const row = await lockRunner(trx, id);
    if (!row) throw runnerNotFound();
    if (row.revoked_at !== null) return;
    await updateRunner(trx, id, { revoked_at: now, token_hash: null });
    await dropPartsOfRunner(trx, id);
    await recordEvent(trx, 'runner.revoked', { runnerId: id, byUserId: by.userId }, now);
    await writeEntry(deps, trx, by, { action: 'runner.revoke', id, name: row.name });
  });
  return present(deps, id);
}

async function present({ db, clock }: RunnerDeps, id: string): Promise<Runner> {
  const [row] = await listRunners(db, id);
  if (!row) throw runnerNotFound();
  return presentRunner(row, clock.now());
}

async function writeEntry(
  { clock, nameOf }: RunnerDeps,
  trx: Parameters<typeof writeAuditEntry>[0],
  by: RunnerAdmin,
  { action, id, name }: { action: 'runner.invite' | 'runner.revoke'; id: string; name: string },
): Promise<void> {
  const actor = { userId: by.userId, name: (await nameOf(trx, by.userId)) ?? '' };
  const entry = { action, actor, subject: { id, name }, before: {}, after: {} };
  await writeAuditEntry(trx, { ...entry, address: by.address }, clock.now());
}
