import type { DataOf, endpoints, VendorSystem } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Asked, Services } from './ask-service.usecases.ts';
import { providerNotConfigured } from './providers.errors.ts';
import type { Editor, Provider, Providers } from './providers.usecases.ts';

type Result = DataOf<typeof endpoints.drmAdmin.testProvider>;

/** The message by which a CDM asks for the service's certificate: needs no entitlement. */
const certificateRequest = Buffer.of(0x08, 0x04);

/** Asks the service that is configured, so that its settings are known good before learners come. */
export function createTestProvider(deps: {
  readonly clock: Clock;
  readonly providers: Pick<Providers, 'configured' | 'noteTest'>;
  readonly services: Pick<Services, 'ask'>;
}) {
  /** @throws AppError 404 where none is configured */
  return async function testProvider(by: Editor, system: VendorSystem): Promise<Result> {
    const provider = await deps.providers.configured(system);
    if (!provider) throw providerNotConfigured();
    await deps.providers.noteTest(by, system);
    const challenge = system === 'widevine' ? certificateRequest : Buffer.alloc(0);
    const now = deps.clock.now();
    const asked = await deps.services.ask(provider, { system, challenge, entitlement: null, now });
    return judge(provider, asked);
  };
}

/**
 * Widevine answers the certificate request in full. The others have no call that needs no player's
 * challenge: that they refuse the empty one, and not our credentials, is all that can be seen.
 */
function judge({ system }: Provider, asked: Asked): Result {
  const { milliseconds } = asked;
  if ('licence' in asked) return { ok: true, trouble: null, milliseconds };
  const isReached = system !== 'widevine' && milliseconds !== null && !asked.isTheirFault;
  return { ok: isReached, trouble: asked.trouble, milliseconds };
}
