import type { Assertion, NewCredential } from '@prahari/contract';
import type { RelyingParty } from './passkeys.rules.ts';

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): every authenticator in use has one of them. */
export const algorithms: readonly number[] = [-8, -7, -257];

export interface MadeCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly isSynced: boolean;
}

/** Loaded with the first passkey: few servers need it, and loading is slow. */
const load = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/**
 * Verifies a new passkey. @returns null for anything but an answer to this challenge, of these
 * pages
 */
export async function verifyNewCredential(
  given: NewCredential,
  expected: { readonly challenge: string; readonly party: RelyingParty },
): Promise<MadeCredential | null> {
  const { id, clientDataJSON, transports } = given;
  const { verifyRegistrationResponse } = await load();
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await loadHelpers();

  /** Removes the attestation statement: certificates are not requested, and not read if sent. */
  function withoutStatement(): string {
    const object = decodeAttestationObject(isoBase64URL.toBuffer(given.attestationObject));
    const entries: [string, string | Uint8Array | Map<string, string>][] = [
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', object.get('authData')],
    ];
    return isoBase64URL.fromBuffer(isoCBOR.encode(new Map(entries)));
  }

  async function verify() {
    return verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: withoutStatement(), transports },
      },
      ...buildExpected(expected),
      supportedAlgorithmIDs: [...algorithms],
    });
  }

  // It refuses by throwing, with texts that quote the client's data.
  const verified = await verify().catch(() => null);
  if (!verified?.verified) return null;
  const { credential, credentialDeviceType } = verified.registrationInfo;
  // The id under which it is stored must be the signed one, not the one sent beside it.
  if (credential.id !== id) return null;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    isSynced: credentialDeviceType === 'multiDevice',
  };
}

/**
 * Verifies what a passkey signed.
 * @returns the signature counter; null for anything but an answer to this challenge, of these
 * pages, by this key
 */
export async function verifyAssertion(
  given: Assertion,
  publicKey: Buffer,
  expected: { readonly challenge: string; readonly party: RelyingParty },
): Promise<number | null> {
  const { id, clientDataJSON, authenticatorData, signature } = given;
  const { verifyAuthenticationResponse } = await load();
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    ...buildExpected(expected),
    // We compare the counter ourselves, and record a copy in the login history.
    credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

function buildExpected({ challenge, party }: { challenge: string; party: RelyingParty }) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    // A password is required too, so a key without PIN or fingerprint is enough.
    requireUserVerification: false,
  };
}
