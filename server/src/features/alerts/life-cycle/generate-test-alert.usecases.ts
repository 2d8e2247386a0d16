import type { Alert } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { alertNotFound } from '../alerts.errors.ts';
import { presentAlert } from '../alerts.presenter.ts';
import { findAlert } from '../list/alert-list.repository.ts';
import { publishAlert } from '../live/publish-alert.repository.ts';
import { insertAlert, insertStep } from './alert-life.repository.ts';

/** Raises an alert that is marked as a test, about the administrator who asked for it. */
export async function generateTestAlert(
  { db, clock, users }: Pick<AlertsDeps, 'db' | 'clock' | 'users'>,
  caller: SessionCaller,
  origin: { readonly address: string; readonly userAgent: string },
): Promise<Alert> {
  const { userId } = caller;
  const at = clock.now();
  const id = uuidv7();
  return db.transaction().execute(async (trx) => {
    const name = (await users.nameOf(trx, userId)) ?? '';
    await insertAlert(trx, {
      id,
      subject_kind: 'system',
      subject_key: id,
      title: 'Test alert',
      category: 'security_bypass',
      severity: 'medium',
      message: `${name} generated this alert to see how alerts arrive.`,
      first_seen_at: at,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
      user_id: userId,
      session_id: caller.sessionId,
      device_id: caller.deviceId,
      address: origin.address,
      metadata: JSON.stringify({ userAgent: origin.userAgent }),
      is_test: true,
    });
    await insertStep(trx, { alert_id: id, at, kind: 'raised', by_user_id: userId });
    const entry = {
      action: 'alert.generate-test',
      actor: { userId, name },
      subject: { id: null, name: 'Test alert' },
      before: {},
      after: { alertId: id },
      address: origin.address,
    } as const;
    await writeAuditEntry(trx, entry, at);
    await publishAlert(trx, { id, kind: 'raised' });
    const row = await findAlert(trx, { scope: null, id });
    if (!row) throw alertNotFound();
    return presentAlert(row);
  });
}
