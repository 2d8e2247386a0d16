import type { DeviceStep } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { sha256 } from '../../../platform/crypto/codes.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { EndedSessions, EndSessions } from '../sessions/end-sessions.usecases.ts';
import { judgeStep, ownersOf, type StepVerdict, trailAfter } from './device-step.rules.ts';
import type { DeviceStepsRepository } from './device-steps.repository.ts';

export interface DeviceStepsDeps {
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly steps: DeviceStepsRepository;
  readonly endSessions: EndSessions;
  readonly history: Pick<LoginHistory, 'add'>;
}

export interface JudgedStep {
  readonly verdict: StepVerdict;
  /** Whether the step before was granted something more than once: by a copy, or after a crash. */
  readonly wasRepeated: boolean;
  /** Sessions that ended because a copy was found; announce it once the transaction stands. */
  readonly ended: readonly EndedSessions[];
}

interface StepPurpose {
  readonly userId: string;
  readonly isSigningIn: boolean;
  /** As `judgeStep` has it: false for a renewal that was answered before. */
  readonly isForMore: boolean;
}

/**
 * Takes the step of a sign-in or renewal, in its transaction. If the step shows that two clients
 * use one device key, every session on it ends, and the owners are told.
 */
export function createDeviceSteps(deps: DeviceStepsDeps) {
  const { clock, steps } = deps;

  async function endCopied(
    trx: Trx,
    visitor: Visitor,
    by: { readonly userId: string; readonly lastUserId: string | null },
  ): Promise<EndedSessions[]> {
    const { deviceId, address } = visitor;
    const signedIn = await steps.usersOn(trx, deviceId);
    const now = clock.now();
    const ended: EndedSessions[] = [];
    for (const one of ownersOf(signedIn, by)) {
      const which = { userId: one, onDeviceId: deviceId };
      const end = await deps.endSessions(trx, which, 'device_copied');
      ended.push(end);
      const facts = { userId: one, deviceId, address, sessions: end.count };
      await recordEvent(trx, 'device.copied', { ...facts, confidence: 'high' }, now);
      await deps.history.add(trx, { userId: one, kind: 'device-copied', visitor, at: now });
    }
    return ended;
  }

  return async function takeStep(
    trx: Trx,
    visitor: Visitor,
    { userId, isSigningIn, isForMore }: StepPurpose,
  ): Promise<JudgedStep> {
    if (!deps.systemConfig.current().accounts.endCopiedDevices) {
      return { verdict: 'none', wasRepeated: false, ended: [] };
    }
    const { deviceId } = visitor;
    const trail = await steps.lock(trx, deviceId);
    const step = visitor.step ? hashed(visitor.step) : null;
    const verdict = judgeStep(trail, step, isForMore);
    const wasRepeated = (trail?.repeats ?? 0) > 0;
    const now = clock.now();
    if (verdict !== 'copied') {
      const after = trailAfter(trail, step, { verdict, isForMore });
      if (after) await steps.keep(trx, deviceId, after, { userId, now });
      return { verdict, wasRepeated, ended: [] };
    }
    const lastUserId = trail?.lastUserId ?? null;
    const ended = await endCopied(trx, visitor, { userId, lastUserId });
    // A client that knows the password goes on from here; after a renewal the chain has no end.
    const labels = isSigningIn && step ? [step.from, step.to] : [];
    // Not the highest: a copy may have counted far ahead of the browser that goes on.
    const after = { labels, count: step?.count ?? 0, repeats: 0 };
    await steps.keep(trx, deviceId, after, { userId, now });
    return { verdict, wasRepeated, ended };
  };
}

export type TakeDeviceStep = ReturnType<typeof createDeviceSteps>;

function hashed({ from, to, count }: DeviceStep): DeviceStep {
  const hash = (label: string) => sha256(`device-step:${label}`).toString('base64url').slice(0, 22);
  return { from: hash(from), to: hash(to), count };
}
