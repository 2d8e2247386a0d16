import * as dpop from 'dpop';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProofVerifier, isSameTarget, type ProofContext } from './proof.ts';
import { openProofLedger } from './proof-ledger.ts';
import { rememberInMemory } from './seen-in-memory.ts';

const origin = 'https://learn.example.org';
const ledger = await openProofLedger({ store: rememberInMemory(), secret: Buffer.alloc(32, 1) });
const verifyProof = createProofVerifier({ ledger, origins: () => [origin] });
const token = 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU';
let keys: dpop.KeyPair;

beforeAll(async () => {
  keys = await dpop.generateKeyPair('ES256', { extractable: true });
});

async function contextWith(change: Partial<ProofContext> = {}): Promise<ProofContext> {
  const url = '/api/v1/videos?page=1';
  const proof = await dpop.generateProof(
    keys,
    `${origin}/api/v1/videos`,
    'GET',
    ledger.currentNonce(),
    token,
  );
  return {
    method: 'GET',
    url,
    proof,
    accessToken: token,
    claimedRequestKey: undefined,
    claimedDeviceId: undefined,
    ...change,
  };
}

/** A proof in which everything can be wrong. */
async function craft(change: {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
}): Promise<string> {
  const jwk = await exportJWK(keys.publicKey);
  return new SignJWT({
    jti: 'a-request-key-of-some-length',
    htm: 'GET',
    htu: `${origin}/api/v1/videos`,
    iat: 1,
    nonce: ledger.currentNonce(),
    ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
    ...change.claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...change.header })
    .sign(keys.privateKey);
}

const refusal = (reason: string) => expect.objectContaining({ details: { reason } });

describe('verifyProof', () => {
  it('accepts a good proof, and names the device and what the ledger has to know', async () => {
    const context = await contextWith();
    const deviceId = await dpop.calculateThumbprint(keys.publicKey);
    const verified = await verifyProof(context);
    expect(verified).toEqual({
      deviceId,
      step: null,
      requestKey: expect.stringMatching(/^.{16,}$/),
      nonce: await ledger.readNonce(ledger.currentNonce()),
    });
    const use = { ...verified, strangerIn: null };
    await ledger.acceptOnce(use);
    await expect(ledger.acceptOnce(use)).rejects.toEqual(refusal('proof_replayed'));
  });

  it('accepts a proof whose own clock is decades wrong, since the nonce is fresh', async () => {
    const proof = await craft({ claims: { jti: 'a-key-for-the-wrong-clock' } });
    await expect(verifyProof(await contextWith({ proof }))).resolves.toBeTruthy();
  });

  it.each([-600, 0, 600])(
    'makes no old nonce good by a clock that is wrong by %i s',
    async (by) => {
      let nowMs = Date.now();
      const store = rememberInMemory(() => nowMs);
      const open = () => openProofLedger({ store, secret: Buffer.alloc(32, 1) });
      const nonce = (await open()).currentNonce();
      const verifyNow = createProofVerifier({ ledger: await open(), origins: () => [origin] });
      const proof = await craft({ claims: { nonce, iat: Math.floor(nowMs / 1000) + by } });
      const context = await contextWith({ proof });
      await expect(verifyNow(context)).resolves.toBeTruthy();
      nowMs += 600_000;
      const verifyLater = createProofVerifier({ ledger: await open(), origins: () => [origin] });
      await expect(verifyLater(context)).rejects.toEqual(refusal('nonce_required'));
    },
  );

  it.each([
    ['no proof', { proof: undefined }, 'proof_missing'],
    ['garbage', { proof: 'a.b.c' }, 'proof_invalid'],
    ['two proofs joined', { proof: 'eyJ.eyJ.x, eyJ.eyJ.x' }, 'proof_invalid'],
    ['a huge proof', { proof: 'a'.repeat(5000) }, 'proof_invalid'],
    ['another method', { method: 'POST' }, 'proof_invalid'],
    ['another path', { url: '/api/v1/users' }, 'proof_invalid'],
    ['another token', { accessToken: 'another' }, 'proof_invalid'],
    ['no token where the proof names one', { accessToken: undefined }, 'proof_invalid'],
    ['a request key that is not in it', { claimedRequestKey: 'other' }, 'proof_invalid'],
    ['a device id of another key', { claimedDeviceId: 'other' }, 'proof_invalid'],
  ])('refuses %s', async (_, change, reason) => {
    await expect(verifyProof(await contextWith(change))).rejects.toEqual(refusal(reason));
  });

  it.each([
    ['no nonce', { claims: { nonce: undefined } }, 'nonce_required'],
    ['an old nonce', { claims: { nonce: 'A'.repeat(30) } }, 'nonce_required'],
    ['another type', { header: { typ: 'JWT' } }, 'proof_invalid'],
    [
      'an extension that must be understood',
      { header: { crit: ['b64'], b64: true } },
      'proof_invalid',
    ],
    ['no key', { header: { jwk: undefined } }, 'proof_invalid'],
    ['a short request key', { claims: { jti: 'short' } }, 'proof_invalid'],
    ['no request key', { claims: { jti: undefined } }, 'proof_invalid'],
    ['another origin', { claims: { htu: 'https://evil.example/api/v1/videos' } }, 'proof_invalid'],
  ])('refuses a proof with %s', async (_, change, reason) => {
    const proof = await craft(change);
    await expect(verifyProof(await contextWith({ proof }))).rejects.toEqual(refusal(reason));
  });

  it('refuses a proof that carries its private key', async () => {
    const jwk = await exportJWK(keys.privateKey);
    const proof = await craft({ header: { jwk } });
    await expect(verifyProof(await contextWith({ proof }))).rejects.toEqual(
      refusal('proof_invalid'),
    );
  });

  it('refuses what was changed after it was signed, from a device it knows too', async () => {
    const good = await contextWith();
    await verifyProof(good);
    const [header, payload, signature] = (await craft({})).split('.');
    const forged = Buffer.from(
      Buffer.from(payload ?? '', 'base64url')
        .toString()
        .replace('a-request-key', 'b-request-key'),
    ).toString('base64url');
    for (const proof of [
      `${header}.${forged}.${signature}`,
      `${header}.${payload}.${'A'.repeat(86)}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}=`,
      `${header}.${payload}.${signature}.${signature}`,
    ]) {
      await expect(verifyProof({ ...good, proof })).rejects.toEqual(refusal('proof_invalid'));
    }
  });

  it.each([
    ['no algorithm', { alg: 'none' }],
    ['another algorithm', { alg: 'HS256' }],
    ['a key that is no point of the curve', { jwk: { x: 'A'.repeat(43) } }],
  ])('refuses a header with %s', async (_, change) => {
    const jwk = { ...(await exportJWK(keys.publicKey)), ...('jwk' in change ? change.jwk : {}) };
    const header = { typ: 'dpop+jwt', alg: 'ES256', ...change, jwk };
    const [, payload, signature] = (await craft({})).split('.');
    const first = Buffer.from(JSON.stringify(header)).toString('base64url');
    const context = await contextWith({ proof: `${first}.${payload}.${signature}` });
    await expect(verifyProof(context)).rejects.toEqual(refusal('proof_invalid'));
  });

  it('refuses a key that did not sign', async () => {
    const other = await generateKeyPair('ES256');
    const proof = await craft({ header: { jwk: await exportJWK(other.publicKey) } });
    await expect(verifyProof(await contextWith({ proof }))).rejects.toEqual(
      refusal('proof_invalid'),
    );
  });

  it('computes the thumbprint of RFC 9449 as published', async () => {
    const { calculateJwkThumbprint } = await import('jose');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
      y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
    };
    expect(await calculateJwkThumbprint(jwk)).toBe('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I');
  });
});

it('compares targets after normalisation and without the query', () => {
  expect(isSameTarget('https://LEARN.example.org:443/a/../b', '/b?c=d', [origin])).toBe(true);
  expect(isSameTarget('https://learn.example.org/b/', '/b', [origin])).toBe(false);
  expect(isSameTarget('not an address', '/b', [origin])).toBe(false);
});
