import type { DeviceStep } from '@prahari/contract';
import * as dpop from 'dpop';
import * as z from 'zod/mini';

export type DeviceKeys = dpop.KeyPair;

export interface Device {
  /** The thumbprint of its public key (RFC 7638). */
  readonly id: string;
  readonly keys: DeviceKeys;
  /** Makes a DPoP proof (RFC 9449, section 4.2) and says its `jti`. */
  prove(claims: {
    readonly method: string;
    readonly url: string;
    readonly nonce: string | undefined;
    readonly accessToken: string | undefined;
    /** The steps of its device in a sign-in or renewal. */
    readonly step?: DeviceStep | undefined;
  }): Promise<{ proof: string; requestKey: string; deviceId: string }>;
}

const proofClaims = z.object({ jti: z.string() });

/** @param copied keys of another device, whose copy this is; left out, it has its own */
export async function createDevice(copied?: DeviceKeys): Promise<Device> {
  const keys = copied ?? (await dpop.generateKeyPair('ES256'));
  const id = await dpop.calculateThumbprint(keys.publicKey);
  return {
    id,
    keys,
    async prove({ method, url, nonce, accessToken, step }) {
      const { from = '', to = '', count = 0 } = step ?? {};
      const more = step ? { step: { from, to, count } } : {};
      const proof = await dpop.generateProof(keys, url, method, nonce, accessToken, more);
      const claims = Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString();
      const { jti } = z.parse(proofClaims, JSON.parse(claims));
      return { proof, requestKey: jti, deviceId: id };
    },
  };
}
