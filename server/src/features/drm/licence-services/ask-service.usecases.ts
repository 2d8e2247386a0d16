import type { VendorSystem } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import {
  afterAnswer,
  afterFailure,
  asking,
  type Breaker,
  freshBreaker,
  healthOf,
  mayAsk,
} from './circuit-breaker.rules.ts';
import { type Ask, requestOf } from './drivers.rules.ts';
import type { Provider } from './providers.usecases.ts';
import { type Outcome, readAnswer, type ServiceAnswer } from './service-answer.rules.ts';
import { askService, ServiceSilent } from './service-client.adapter.ts';

export type Asked = Outcome & { readonly milliseconds: number | null };

/** Asks licence services, and leaves one alone that keeps failing. */
export function createServices({
  clock,
  allowsPrivate,
}: {
  readonly clock: Clock;
  /** Whether services may lie on this machine or in a private network. */
  readonly allowsPrivate: boolean;
}) {
  const breakers = new Map<VendorSystem, Breaker>();
  const breakerOf = (system: VendorSystem) => breakers.get(system) ?? freshBreaker;

  function note(system: VendorSystem, isWell: boolean): void {
    const next = isWell ? afterAnswer() : afterFailure(breakerOf(system), clock.now());
    breakers.set(system, next);
  }

  /** Asks a service. One that does not answer is no error here: it is an outcome. */
  async function ask(provider: Provider, question: Omit<Ask, 'fairPlay'>): Promise<Asked> {
    const { system, settings, fairPlay, secrets } = provider;
    const request = await requestOf(settings, secrets, { ...question, fairPlay });
    let answer: ServiceAnswer;
    try {
      answer = await askService(request, { allowsPrivate });
    } catch (error) {
      if (!(error instanceof ServiceSilent)) throw error;
      note(system, false);
      return { trouble: error.trouble, isTheirFault: true, milliseconds: null };
    }
    const isCertificateRequest = question.entitlement === null;
    const outcome = readAnswer(answer, { system, settings, fairPlay, isCertificateRequest });
    note(system, 'licence' in outcome || !outcome.isTheirFault);
    return { ...outcome, milliseconds: Math.round(answer.milliseconds) };
  }

  return {
    /** Does the same as `ask`, but returns null at once while the service rests. */
    async askUnlessResting(
      provider: Provider,
      question: Omit<Ask, 'fairPlay'>,
    ): Promise<Asked | null> {
      const breaker = breakerOf(provider.system);
      if (!mayAsk(breaker, clock.now())) return null;
      breakers.set(provider.system, asking(breaker, clock.now()));
      return ask(provider, question);
    },
    ask,
    health: (system: VendorSystem) => healthOf(breakerOf(system)),
    /** Its settings changed: what was before says nothing about it. */
    forget: (system: VendorSystem) => void breakers.delete(system),
  };
}

export type Services = ReturnType<typeof createServices>;
