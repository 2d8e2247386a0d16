import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeFile,
  type IndexSigner,
  openIndex,
  requireListed,
  signIndex,
} from './copy-index.ts';
import { CopyProblem } from './kept-copy.ts';
import { createIvSource, deriveCopyKey, fromBase64url, seal, toBase64url, unseal } from './seal.ts';

const secret = new Uint8Array(32).fill(7);
const here = { copyId: 'c1', deviceId: 'd1', print: 'p1' };
const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof CopyProblem ? error.failure : error),
  );

describe('initialisation vectors', () => {
  test('never come twice, in a run and across runs', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), (runs) => {
        const seen = new Set<string>();
        let count = 0;
        for (const run of runs) {
          const start = new Uint8Array(8);
          new DataView(start.buffer).setBigUint64(0, run);
          const next = createIvSource(start);
          for (let times = 0; times < 50; times += 1) {
            seen.add(next().join());
            count += 1;
          }
        }
        expect(seen.size).toBe(count);
      }),
    );
  });

  test('have the length of the specification, and differ from one source to the next', () => {
    const [one, other] = [createIvSource()(), createIvSource()()];
    expect(one).toHaveLength(12);
    expect(one.join()).not.toBe(other.join());
  });
});

describe('sealed bytes', () => {
  test('open to what they were, and by no other label', async () => {
    const key = await deriveCopyKey(secret, here);
    const newIv = createIvSource();
    await fc.assert(
      fc.asyncProperty(bytes, async (plain) => {
        const sealed = await seal(key, newIv(), 'c1\nv240/1.m4s', new Uint8Array(plain));
        expect(new Uint8Array(await unseal(key, sealed, 'c1\nv240/1.m4s'))).toEqual(plain);
        expect(await failureOf(unseal(key, sealed, 'c1\nv240/2.m4s'))).toBe('integrity');
      }),
      { numRuns: 20 },
    );
  });

  test('do not open when any bit was flipped, of vector, content or tag', async () => {
    const key = await deriveCopyKey(secret, here);
    const newIv = createIvSource();
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(), async (plain, place) => {
        const sealed = await seal(key, newIv(), 'label', new Uint8Array(plain));
        const whole = new Uint8Array([...sealed.iv, ...new Uint8Array(sealed.data)]);
        const bit = place % (whole.length * 8);
        whole[bit >> 3]! ^= 1 << (bit & 7);
        const changed = { iv: whole.slice(0, 12), data: whole.slice(12).buffer };
        expect(await failureOf(unseal(key, changed, 'label'))).toBe('integrity');
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['copy', { ...here, copyId: 'c2' }],
    ['device', { ...here, deviceId: 'd2' }],
    ['machine', { ...here, print: 'p2' }],
  ])('do not open by the same secret for another %s', async (_, other) => {
    const sealed = await seal(await deriveCopyKey(secret, here), createIvSource()(), 'l', secret);
    const failure = failureOf(unseal(await deriveCopyKey(secret, other), sealed, 'l'));
    expect(await failure).toBe('integrity');
  });

  test('have a key that can’t be read out', async () => {
    const key = await deriveCopyKey(secret, here);
    expect(key.extractable).toBe(false);
    expect(key.algorithm).toMatchObject({ name: 'AES-GCM', length: 256 });
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });
});

test('base64url says all bytes', () => {
  fc.assert(
    fc.property(bytes, (some) => {
      const text = toBase64url(some);
      expect(text).toMatch(/^[\w-]+$/);
      expect(fromBase64url(text)).toEqual(some);
    }),
  );
});

describe('the index of a copy', () => {
  async function createSigner(deviceId: string): Promise<IndexSigner> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
    const encode = (text: string) => new TextEncoder().encode(text);
    return {
      deviceId,
      signIndex: (text) => crypto.subtle.sign(algorithm, pair.privateKey, encode(text)),
      verifyIndex: (text, signature) =>
        crypto.subtle.verify(algorithm, pair.publicKey, signature, encode(text)),
    };
  }
  const index = {
    version: 1 as const,
    copyId: 'c1',
    videoId: 'v1',
    userId: 'u1',
    deviceId: 'd1',
    print: 'p1',
    expiresAtMs: 9,
    files: { 'v240/1.m4s': { iv: 'aa', tag: 'bb', bytes: 3 } },
  };
  const expected = { copyId: 'c1', print: 'p1' };

  test('opens where it was signed', async () => {
    const signer = await createSigner('d1');
    const signed = await signIndex(signer, index);
    expect(await openIndex(signer, signed, expected)).toEqual(index);
  });

  test('is of another device by its key, and by its machine', async () => {
    const signed = await signIndex(await createSigner('d1'), index);
    const elsewhere = await createSigner('d2');
    expect(await failureOf(openIndex(elsewhere, signed, expected))).toBe('other-device');
    const signer = await createSigner('d1');
    const moved = openIndex(signer, await signIndex(signer, index), { ...expected, print: 'p2' });
    expect(await failureOf(moved)).toBe('other-device');
  });

  test('is noticed when a letter was changed, or it is that of another copy', async () => {
    const signer = await createSigner('d1');
    const signed = await signIndex(signer, index);
    const later = { ...signed, text: signed.text.replace('"expiresAtMs":9', '"expiresAtMs":99') };
    expect(await failureOf(openIndex(signer, later, expected))).toBe('integrity');
    const torn = { ...signed, text: signed.text.slice(1) };
    expect(await failureOf(openIndex(signer, torn, expected))).toBe('integrity');
    const other = openIndex(signer, signed, { ...expected, copyId: 'c2' });
    expect(await failureOf(other)).toBe('integrity');
  });

  test('names the very bytes of each file', async () => {
    const key = await deriveCopyKey(secret, here);
    const newIv = createIvSource();
    const first = await seal(key, newIv(), 'c1\na', secret);
    const again = await seal(key, newIv(), 'c1\na', secret);
    const listed = { ...index, files: { a: describeFile(first) } };
    expect(() => requireListed(listed, 'a', first)).not.toThrow();
    // Sealed by the same key, for the same place: but not what was signed.
    expect(() => requireListed(listed, 'a', again)).toThrow('integrity');
    expect(() => requireListed(listed, 'b', first)).toThrow('integrity');
  });
});
