import type { Assertion, NewCredential, PasskeyCreation, PasskeyRequest } from '@prahari/contract';

/** The failures between the browser and the passkey that browsers report. */
export class PasskeyProblem extends Error {
  readonly kind: 'cancelled' | 'known' | 'failed';

  constructor(kind: PasskeyProblem['kind'], cause: unknown) {
    super(`passkey: ${kind}`, { cause });
    this.name = 'PasskeyProblem';
    this.kind = kind;
  }
}

/** Fetched with the first passkey: most people have none. */
const load = () => import('@simplewebauthn/browser');

/** Lets the browser make a passkey. @throws PasskeyProblem */
export async function makePasskey(asked: PasskeyCreation): Promise<NewCredential> {
  const { startRegistration } = await load();
  const made = await startRegistration({ optionsJSON: asked }).catch(fail);
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  return { id: made.id, clientDataJSON, attestationObject, transports };
}

/** Lets the browser sign with a passkey. @throws PasskeyProblem */
export async function signWithPasskey(asked: PasskeyRequest): Promise<Assertion> {
  const { startAuthentication } = await load();
  const signed = await startAuthentication({ optionsJSON: asked }).catch(fail);
  const { clientDataJSON, authenticatorData, signature } = signed.response;
  return { id: signed.id, clientDataJSON, authenticatorData, signature };
}

/** Throws one error for cancelled, too late and no passkey at all: browsers hide which it was. */
function fail(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') {
    throw new PasskeyProblem('cancelled', error);
  }
  throw new PasskeyProblem(name === 'InvalidStateError' ? 'known' : 'failed', error);
}
