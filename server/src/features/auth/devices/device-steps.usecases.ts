import type { DeviceStep } from '@prahari/contract';
import { sha256 } from '../../../platform/crypto/codes.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { AuthDeps } from '../auth.deps.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import { type EndedSessions, endSessions } from '../sessions/end-sessions.usecases.ts';
import { extendTrail, judgeStep, listOwners, type StepVerdict } from './device-step.rules.ts';
import { findUsersOnDevice, lockDeviceTrail, saveDeviceTrail } from './device-steps.repository.ts';

export interface JudgedStep {
  readonly verdict: StepVerdict;
  /** Whether the step before was granted something more than once: by a copy, or after a crash. */
  readonly wasRepeated: boolean;
  /**
   * Sessions that ended because a copy was found; announce it after the transaction has committed.
   */
  readonly ended: readonly EndedSessions[];
}

interface StepPurpose {
  readonly userId: string;
  readonly isSigningIn: boolean;
  /** As for `judgeStep`: false for a renewal that was answered before. */
  readonly isForMore: boolean;
}

type DeviceStepsDeps = Pick<AuthDeps, 'clock' | 'systemConfig' | 'revocations'>;

/**
 * Accepts the step of a sign-in or renewal, in its transaction. If the step shows that two clients
 * use one device key, every session on it ends, and the login history of its owners says so.
 */
export async function applyDeviceStep(
  deps: DeviceStepsDeps,
  trx: Trx,
  client: ClientInfo,
  { userId, isSigningIn, isForMore }: StepPurpose,
): Promise<JudgedStep> {
  if (!deps.systemConfig.current().accounts.endCopiedDevices) {
    return { verdict: 'none', wasRepeated: false, ended: [] };
  }
  const { deviceId } = client;
  const trail = await lockDeviceTrail(trx, deviceId);
  const step = client.step ? hashStep(client.step) : null;
  const verdict = judgeStep(trail, step, isForMore);
  const wasRepeated = (trail?.repeats ?? 0) > 0;
  const now = deps.clock.now();
  if (verdict !== 'copied') {
    const after = extendTrail(trail, step, { verdict, isForMore });
    if (after) await saveDeviceTrail(trx, deviceId, after, { userId, now });
    return { verdict, wasRepeated, ended: [] };
  }
  const lastUserId = trail?.lastUserId ?? null;
  const ended = await endCopiedSessions(deps, trx, client, { userId, lastUserId });
  // A client that knows the password continues from here; after a renewal the chain has no end.
  const labels = isSigningIn && step ? [step.from, step.to] : [];
  // Not the highest: a copy may have counted far ahead of the browser that continues.
  const after = { labels, count: step?.count ?? 0, repeats: 0 };
  await saveDeviceTrail(trx, deviceId, after, { userId, now });
  return { verdict, wasRepeated, ended };
}

async function endCopiedSessions(
  deps: DeviceStepsDeps,
  trx: Trx,
  client: ClientInfo,
  by: { readonly userId: string; readonly lastUserId: string | null },
): Promise<EndedSessions[]> {
  const { deviceId, address } = client;
  const signedIn = await findUsersOnDevice(trx, deviceId);
  const now = deps.clock.now();
  const ended: EndedSessions[] = [];
  for (const userId of listOwners(signedIn, by)) {
    const end = await endSessions(deps, trx, { userId, onDeviceId: deviceId }, 'device_copied');
    ended.push(end);
    const facts = { userId, deviceId, address, sessions: end.count };
    await recordEvent(trx, 'device.copied', { ...facts, confidence: 'high' }, now);
    await addLoginEvent(trx, { userId, kind: 'device-copied', client, at: now });
  }
  return ended;
}

function hashStep({ from, to, count }: DeviceStep): DeviceStep {
  const hash = (label: string) => sha256(`device-step:${label}`).toString('base64url').slice(0, 22);
  return { from: hash(from), to: hash(to), count };
}
