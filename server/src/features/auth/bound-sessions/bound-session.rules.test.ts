import fc from 'fast-check';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBoundSessionProtocol } from './bound-session.adapter.ts';
import {
  findAlgorithm,
  parseBoundKey,
  readBindingProof,
  readBoundSessionId,
} from './bound-session.rules.ts';

const protocol = createBoundSessionProtocol({
  key: Buffer.alloc(32, 1),
  clock: { now: () => new Date(1_795_000_000_000) },
});
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

let token = '';
let header: Record<string, unknown> = {};
beforeAll(async () => {
  const keys = await generateKeyPair('ES256', { extractable: true });
  const { kty, crv, x, y } = await exportJWK(keys.publicKey);
  header = { alg: 'ES256', typ: 'dbsc+jwt', jwk: { kty, crv, x, y } };
  token = await new CompactSign(Buffer.from('{"jti":"c"}'))
    .setProtectedHeader({ ...header, alg: 'ES256' })
    .sign(keys.privateKey);
});

describe('a registration or renewal signed by a browser', () => {
  it('is read bare and quoted, with parameters that say nothing', () => {
    for (const value of [token, `"${token}"`, `"${token}";a=b`]) {
      expect(readBindingProof(value)).toMatchObject({ token, algorithm: 'ES256', challenge: 'c' });
    }
    expect(readBindingProof(`"${token}`)).toBe(null);
    expect(readBindingProof(`${token}, ${token}`)).toBe(null);
    expect(readBindingProof(undefined)).toBe(null);
  });

  it('never throws, and names a supported algorithm and a key of that algorithm', () => {
    const json = fc.oneof(
      fc.json(),
      fc
        .record(
          {
            alg: fc.constantFrom('ES256', 'RS256', 'none', 'HS256', 'PS256', 'ES384'),
            typ: fc.constantFrom('dbsc+jwt', 'dpop+jwt', 'jwt'),
            jwk: fc.oneof(
              fc.record({
                kty: fc.constantFrom('EC', 'RSA', 'oct'),
                crv: fc.constantFrom('P-256', 'P-384'),
                x: fc.constant('A'.repeat(43)),
                y: fc.constant('A'.repeat(43)),
              }),
              fc.record({
                kty: fc.constant('RSA'),
                n: fc.constant('A'.repeat(342)),
                e: fc.constantFrom('AQAB', 'Aw'),
              }),
              fc.anything(),
            ),
            crit: fc.constant(['exp']),
          },
          { requiredKeys: ['alg', 'typ'] },
        )
        .map((value) => JSON.stringify(value)),
    );
    const part = json.map((text) => Buffer.from(text).toString('base64url'));
    const claims = fc.oneof(
      part,
      fc.string().map((jti) => encode({ jti })),
    );
    const value = fc.oneof(
      fc.string(),
      fc.tuple(part, claims, fc.base64String()).map((parts) => parts.join('.')),
      fc.tuple(part, claims).map((parts) => `"${parts.join('.')}.AA"`),
    );
    fc.assert(
      fc.property(value, (text) => {
        const proof = readBindingProof(text);
        if (!proof) return;
        expect(['ES256', 'RS256']).toContain(proof.algorithm);
        if (proof.key) expect(findAlgorithm(parseBoundKey(proof.key))).toBe(proof.algorithm);
        const said = JSON.parse(
          Buffer.from(proof.token.split('.')[0] ?? '', 'base64url').toString(),
        );
        expect(said).toMatchObject({ typ: 'dbsc+jwt', alg: proof.algorithm });
        expect(said.crit).toBe(undefined);
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused once a single character of it is changed', async () => {
    const key = parseBoundKey(header['jwk']);
    const whole = readBindingProof(token);
    expect(whole && (await protocol.isSignedBy(whole, key))).toBe(true);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.constantFrom(...'ABCDabcd0189-_.'),
        async (at, sign) => {
          const changed = token.slice(0, at) + sign + token.slice(at + 1);
          const proof = readBindingProof(changed);
          if (!proof || isSameBytes(changed, token)) return;
          expect(await protocol.isSignedBy(proof, key)).toBe(false);
        },
      ),
    );
  });

  it('is refused by a key that lies on no curve, and by a key of the other type', async () => {
    const proof = readBindingProof(token);
    const noPoint = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) };
    const rsa = { kty: 'RSA', n: `${'_'.repeat(342)}`, e: 'AQAB' };
    for (const key of [noPoint, rsa]) {
      expect(proof && (await protocol.isSignedBy(proof, parseBoundKey(key)))).toBe(false);
    }
  });
});

it('reads no session but by its whole id', () => {
  const id = '0199f3c0-0000-7000-8000-000000000001';
  expect(readBoundSessionId(id)).toBe(id);
  expect(readBoundSessionId(`"${id}"`)).toBe(id);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readBoundSessionId(text)).toBe(null);
    }),
  );
});

it('accepts no challenge that was changed, or was made for something else', () => {
  const sessionId = '0199f3c0-0000-7000-8000-000000000001';
  const made = /^"([^"]+)"/.exec(protocol.formatChallenge({ sessionId, count: 4 }))?.[1] ?? '';
  expect(protocol.readChallenge(made, 'renew')).toEqual({ sessionId, count: 4 });
  expect(protocol.readChallenge(made, 'bind')).toBe(null);
  fc.assert(
    fc.property(fc.nat(made.length - 2), fc.constantFrom(...'0123456789abcdefAZ.-'), (at, sign) => {
      const changed = made.slice(0, at) + sign + made.slice(at + 1);
      if (changed !== made) expect(protocol.readChallenge(changed, 'renew')).toBe(null);
    }),
  );
});

/** In Base64url some characters have unused last bits. */
function isSameBytes(a: string, b: string): boolean {
  const bytes = (text: string) =>
    text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
  const last = (text: string) => text.split('.').slice(0, 2).join('.');
  return last(a) === last(b) && bytes(a).join() === bytes(b).join();
}
