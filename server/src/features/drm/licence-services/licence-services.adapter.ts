import type { VendorSystem } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import {
  type Breaker,
  freshBreaker,
  mayAsk,
  presentHealth,
  recordAnswer,
  recordFailure,
  recordTry,
} from './circuit-breaker.rules.ts';
import { buildServiceRequest, type LicenceQuestion } from './drivers.rules.ts';
import type { Provider } from './provider-cache.adapter.ts';
import { type Outcome, readServiceAnswer, type ServiceAnswer } from './service-answer.rules.ts';
import { ServiceSilent, sendToService } from './service-client.adapter.ts';

export type AskResult = Outcome & { readonly milliseconds: number | null };

/** Calls licence services; one that keeps failing is left alone for a while (circuit breaker). */
export function createLicenceServices({
  clock,
  allowsPrivate,
}: {
  readonly clock: Clock;
  /** Whether services may run on this machine or in a private network. */
  readonly allowsPrivate: boolean;
}) {
  const breakers = new Map<VendorSystem, Breaker>();
  const breakerOf = (system: VendorSystem) => breakers.get(system) ?? freshBreaker;

  function noteResult(system: VendorSystem, isWell: boolean): void {
    const next = isWell ? recordAnswer() : recordFailure(breakerOf(system), clock.now());
    breakers.set(system, next);
  }

  /** Calls a service. Its silence is an outcome, not an error. */
  async function askService(
    provider: Provider,
    question: Omit<LicenceQuestion, 'fairPlay'>,
  ): Promise<AskResult> {
    const { system, settings, fairPlay, secrets } = provider;
    const request = await buildServiceRequest(settings, secrets, { ...question, fairPlay });
    let answer: ServiceAnswer;
    try {
      answer = await sendToService(request, { allowsPrivate });
    } catch (error) {
      if (!(error instanceof ServiceSilent)) throw error;
      noteResult(system, false);
      return { trouble: error.trouble, isTheirFault: true, milliseconds: null };
    }
    const isCertificateRequest = question.entitlement === null;
    const outcome = readServiceAnswer(answer, { system, settings, fairPlay, isCertificateRequest });
    noteResult(system, 'licence' in outcome || !outcome.isTheirFault);
    return { ...outcome, milliseconds: Math.round(answer.milliseconds) };
  }

  return {
    askService,
    /** Does the same as `askService`, but returns null at once while the service rests. */
    async askUnlessResting(
      provider: Provider,
      question: Omit<LicenceQuestion, 'fairPlay'>,
    ): Promise<AskResult | null> {
      const breaker = breakerOf(provider.system);
      if (!mayAsk(breaker, clock.now())) return null;
      breakers.set(provider.system, recordTry(breaker, clock.now()));
      return askService(provider, question);
    },
    healthOf: (system: VendorSystem) => presentHealth(breakerOf(system)),
    /** Forgets earlier failures, which say nothing about changed settings. */
    resetHealth: (system: VendorSystem) => void breakers.delete(system),
  };
}

export type LicenceServices = ReturnType<typeof createLicenceServices>;
