import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  type Assertion,
  endpoints,
  type NewCredential,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@prahari/contract';
import { testPassword } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

/** False values that a test may send. */
export interface Untruth {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly credentialId?: string;
  readonly signature?: string;
  /** True without a touch of the user. */
  readonly isAbsent?: boolean;
}

const userPresent = 0x01;
const attested = 0x40;
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** CBOR (RFC 8949) of what is needed here: heads of up to 16 bits. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const number = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...entries: [Buffer, Buffer][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

/**
 * An authenticator with one ES256 key (Web Authentication, section 6), written by hand so that the
 * server's library does not judge itself. It counts its signatures unless `counts` is false.
 */
export function createAuthenticator(origin: string, { counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const coordinate = (value: string | undefined) => bytes(Buffer.from(value ?? '', 'base64url'));
  const cose = map(
    [number(1), number(2)],
    [number(3), number(-7)],
    [number(-1), number(1)],
    [number(-2), coordinate(jwk.x)],
    [number(-3), coordinate(jwk.y)],
  );
  const credentialId = randomBytes(32);
  let counter = 0;

  function clientData(type: string, challenge: string, untruth: Untruth): Buffer {
    const data = {
      type: untruth.type ?? type,
      challenge: untruth.challenge ?? challenge,
      origin: untruth.origin ?? origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  function authenticatorData(rpId: string, flags: number, untruth: Untruth): Buffer {
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(untruth.counter ?? counter);
    const present = untruth.isAbsent ? 0 : userPresent;
    return Buffer.concat([sha256(untruth.rpId ?? rpId), Buffer.from([flags | present]), count]);
  }

  return {
    id: base64url(credentialId),

    create(asked: PasskeyCreation, untruth: Untruth = {}): NewCredential {
      const length = Buffer.from([0, credentialId.length]);
      const authData = Buffer.concat([
        authenticatorData(asked.rp.id, attested, untruth),
        Buffer.alloc(16),
        length,
        credentialId,
        cose,
      ]);
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(authData)],
      );
      return {
        id: untruth.credentialId ?? base64url(credentialId),
        clientDataJSON: base64url(clientData('webauthn.create', asked.challenge, untruth)),
        attestationObject: base64url(attestation),
        transports: ['usb'],
      };
    },

    sign(asked: PasskeyRequest, untruth: Untruth = {}): Assertion {
      const data = authenticatorData(asked.rpId, 0, untruth);
      const client = clientData('webauthn.get', asked.challenge, untruth);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: untruth.credentialId ?? base64url(credentialId),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: untruth.signature ?? base64url(signature),
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof createAuthenticator>;

/** Adds a passkey for a user who is signed in with `testPassword`. */
export async function addPasskey(
  client: TestClient,
  authenticator: SoftwareAuthenticator,
  name = 'My key',
) {
  const { account } = endpoints;
  const asked = await client.call(account.startPasskey, { body: { password: testPassword } });
  return client.call(account.addPasskey, {
    body: { name, credential: authenticator.create(asked) },
  });
}
