import { createHash, randomUUID } from 'node:crypto';
import { requestHeaders } from '@prahari/contract';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** What a proof says; a probe that forges one changes parts of it. */
export interface ProofParts {
  readonly method: string;
  /** Without query and fragment (RFC 9449, section 4.2). */
  readonly url: string;
  readonly nonce?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly requestKey?: string;
  readonly issuedAt?: Date;
  readonly type?: string;
  readonly jwk?: JWK;
}

/** The key of a device that an audit plays. */
export interface DeviceKey {
  /** RFC 7638 thumbprint. */
  readonly id: string;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
  /** Makes a DPoP proof, and the headers that go with it. */
  prove(parts: ProofParts): Promise<Record<string, string>>;
}

export async function createDeviceKey(): Promise<DeviceKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const privateJwk = await exportJWK(privateKey);
  const id = await calculateJwkThumbprint(publicJwk);
  return {
    id,
    publicJwk,
    privateJwk,
    async prove({ method, url, nonce, accessToken, requestKey = randomUUID(), ...parts }) {
      const claims = {
        jti: requestKey,
        htm: method,
        htu: url,
        iat: Math.floor((parts.issuedAt ?? new Date()).getTime() / 1000),
        ...(nonce === undefined ? {} : { nonce }),
        ...(accessToken === undefined ? {} : { ath: hashToken(accessToken) }),
      };
      const proof = await new SignJWT(claims)
        .setProtectedHeader({
          typ: parts.type ?? 'dpop+jwt',
          alg: 'ES256',
          jwk: parts.jwk ?? publicJwk,
        })
        .sign(privateKey);
      return {
        [requestHeaders.deviceToken]: proof,
        [requestHeaders.requestKey]: requestKey,
        [requestHeaders.deviceId]: id,
      };
    },
  };
}

/** RFC 9449, section 4.2: `ath`. */
function hashToken(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest('base64url');
}
