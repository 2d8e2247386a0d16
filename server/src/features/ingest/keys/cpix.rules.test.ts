import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerCpix } from '../../../testing/key-service.ts';
import { CpixFault, type CpixRequest, readCpix, writeCpix } from './cpix.rules.ts';

const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((one) => Buffer.from(one));
const requests: fc.Arbitrary<CpixRequest> = fc.record({
  contentId: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }),
  keys: fc
    .uniqueArray(bytes16, { minLength: 3, maxLength: 3, selector: (id) => id.toString('hex') })
    .chain((ids) =>
      fc
        .subarray(['AUDIO', 'SD', 'HD'] as const, { minLength: 1 })
        .map((classes) =>
          classes.map((qualityClass, i) => ({ qualityClass, keyId: ids[i] ?? Buffer.alloc(16) })),
        ),
    ),
  scheme: fc.constantFrom('cbcs', 'cenc'),
  systems: fc.subarray(['widevine', 'playready', 'fairplay'] as const, { minLength: 1 }),
  certificate: fc.constant(null),
});
const one: CpixRequest = {
  contentId: 'a lesson',
  keys: [
    { qualityClass: 'AUDIO', keyId: Buffer.alloc(16, 1) },
    { qualityClass: 'SD', keyId: Buffer.alloc(16, 2) },
  ],
  scheme: 'cbcs',
  systems: ['widevine', 'playready'],
  certificate: null,
};
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The values by class, as `readCpix` is to find them. */
const valuesOf = (request: CpixRequest) => request.keys.map(() => randomBytes(16));

describe('keys of a key service', () => {
  it('come back as the service gave them, for any request', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const values = valuesOf(request);
        const answer = answerCpix(writeCpix(request), { values });
        expect(readCpix(answer, request, null)).toEqual(
          request.keys.map((asked, i) => ({ ...asked, key: values[i] })),
        );
      }),
    );
  });

  it('come back out of a document that is encrypted for our certificate', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const values = valuesOf(request);
        const answer = answerCpix(writeCpix(request), { values, publicKey });
        for (const value of values) expect(answer).not.toContain(value.toString('base64'));
        expect(readCpix(answer, request, privateKeyPem).map(({ key }) => key)).toEqual(values);
      }),
      { numRuns: 20 },
    );
  });

  it('may come under other ids than those that were asked for', () => {
    const values = valuesOf(one);
    const ids = [Buffer.alloc(16, 8), Buffer.alloc(16, 9)];
    const answer = answerCpix(writeCpix(one), { values, ids });
    expect(readCpix(answer, one, null).map(({ keyId }) => keyId)).toEqual(ids);
  });

  const values = valuesOf(one);
  const good = answerCpix(writeCpix(one), { values });
  const uuid = '01010101-0101-0101-0101-010101010101';
  it.each([
    ['another content', good.replace('contentId="a lesson"', 'contentId="b"')],
    ['another scheme', good.replace('"cbcs"', '"cenc"')],
    ['a key that is missing', good.replace(/<cpix:ContentKey [\s\S]*?<\/cpix:ContentKey>/, '')],
    ['a short key', good.replace(values[0]!.toString('base64'), 'AAAA')],
    ['no key', good.replace(values[0]!.toString('base64'), '')],
    ['a key id that is none', good.replaceAll(uuid, 'x')],
    ['a system that is missing', good.replace(/<cpix:DRMSystem [^>]*\/>/, '')],
    ['a rule that is missing', good.replace(/intendedTrackType="SD"/, 'intendedTrackType="UHD"')],
    ['a document type', good.replace('<cpix:CPIX', '<!DOCTYPE x [<!ENTITY a "b">]><cpix:CPIX')],
    ['another document', '<html><body>no</body></html>'],
    ['half a document', good.slice(0, -20)],
    ['another namespace', good.replace('urn:dashif:org:cpix', 'urn:other')],
    ['nothing', ''],
  ])('are refused with %s', (_, answer) => {
    expect(() => readCpix(answer, one, null)).toThrow(CpixFault);
  });

  it('in clear are refused where they were to be encrypted, and encrypted ones where not', () => {
    expect(() => readCpix(good, one, privateKeyPem)).toThrow(CpixFault);
    const sealed = answerCpix(writeCpix(one), { values, publicKey });
    expect(() => readCpix(sealed, one, null)).toThrow(CpixFault);
    // The key of another certificate.
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pem = other.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => readCpix(sealed, one, pem)).toThrow(CpixFault);
  });

  it('that were changed on the way are refused by their MAC', () => {
    const sealed = answerCpix(writeCpix(one), { values, publicKey });
    const changed = sealed.replace(
      /(<cpix:ContentKey [\s\S]*?<enc:CipherValue>)(.)/,
      (_, before: string, sign: string) => `${before}${sign === 'A' ? 'B' : 'A'}`,
    );
    expect(changed).not.toBe(sealed);
    expect(() => readCpix(changed, one, privateKeyPem)).toThrow(/could not be decrypted/);
  });

  it('changed at any place are read as keys or refused, and the refusal quotes nothing of them', () => {
    fc.assert(
      fc.property(fc.nat(good.length), fc.string({ maxLength: 3 }), fc.nat(5), (at, put, cut) => {
        const changed = good.slice(0, at) + put + good.slice(at + cut);
        try {
          expect(readCpix(changed, one, null)).toHaveLength(2);
        } catch (error) {
          expect(error).toBeInstanceOf(CpixFault);
          for (const value of values) {
            expect(String(error)).not.toContain(value.toString('base64'));
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
