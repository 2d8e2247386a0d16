import { createDecipheriv, createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWidevineAnswer, readChallenge, signEnvelope, signMessage } from './widevine.rules.ts';

/** Public test credentials (Shaka Packager's documentation). */
const key = Buffer.from('1ae8ccd0e7985cc0b6203a55855a1034afc252980e970ca90e5202689f947ab9', 'hex');
const iv = Buffer.from('d58ce954203b7c9a9a9d467f59839249', 'hex');

describe('the signature of the Widevine cloud licence service', () => {
  it.each([
    ['{"payload":"CAQ="}', 'pkcs7', 'shlE/X0IKTDQ7BMSreF1T7NdMLAedpTR4N79I6Lz2/E='],
    ['{"payload":"CAQ="}', 'zero', 'shlE/X0IKTDQ7BMSreF1T3t1TNDFJf9+EwjZZ20G/ho='],
    [
      '{"payload":"CAQ=","content_id":"ZmtqM2xqYVNkZmFsa3Izag==","provider":"widevine_test","allowed_track_types":"SD_HD"}',
      'pkcs7',
      'BoFg2JSjlVzaQT7QAUgDobzdn+W/hR145wQHXdfcQDM=',
    ],
  ] as const)('of %s, %s, is the published one', (message, padding, signature) => {
    expect(signMessage(message, { key, iv, padding })).toBe(signature);
  });

  it('is over the very bytes that are sent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (message) => {
        const sent = signEnvelope(message, { name: 'widevine_test', key, iv, padding: 'pkcs7' });
        const decipher = createDecipheriv('aes-256-cbc', key, iv);
        const digest = Buffer.concat([
          decipher.update(Buffer.from(sent.signature, 'base64')),
          decipher.final(),
        ]);
        const bytes = Buffer.from(sent.request, 'base64');
        expect(digest).toEqual(createHash('sha1').update(bytes).digest());
        expect(JSON.parse(bytes.toString())).toEqual(message);
        expect(sent.signer).toBe('widevine_test');
      }),
    );
  });
});

function field(number: number, value: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = value.length; ; rest = Math.floor(rest / 128)) {
    length.push(rest > 127 ? (rest % 128) + 128 : rest);
    if (rest < 128) break;
  }
  return Buffer.concat([Buffer.of(number * 8 + 2, ...length), value]);
}
const keyIds = fc.array(
  fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  { maxLength: 4 },
);
function challengeFor(ids: readonly Buffer[]): Buffer {
  const pssh = Buffer.concat(ids.map((id) => field(2, id)));
  const request = Buffer.concat([
    field(1, Buffer.from('a client')),
    field(2, field(1, Buffer.concat([field(1, pssh), Buffer.of(0x10, 1)]))),
  ]);
  return Buffer.concat([Buffer.of(8, 1), field(2, request), field(3, Buffer.alloc(256, 7))]);
}

describe('a challenge', () => {
  it('for the certificate is two bytes', () => {
    expect(readChallenge(Buffer.of(8, 4))).toEqual({ isCertificateRequest: true, keyIds: [] });
  });

  it('says for which keys it is', () => {
    fc.assert(
      fc.property(keyIds, (ids) => {
        expect(readChallenge(challengeFor(ids))).toEqual({
          isCertificateRequest: false,
          keyIds: ids,
        });
      }),
    );
  });

  it('cut off anywhere is none', () => {
    const whole = challengeFor([Buffer.alloc(16, 1)]);
    // Without its signature, which is the last field, it is whole again.
    const signatureAt = whole.length - 259;
    for (let length = 0; length < whole.length; length += 1) {
      const isWhole = length === signatureAt;
      expect(readChallenge(whole.subarray(0, length)) === null).toBe(!isWhole);
    }
  });

  it('is read or refused, for any bytes', () => {
    fc.assert(
      fc.property(keyIds, fc.nat(), fc.nat(255), (ids, at, byte) => {
        const bytes = challengeFor(ids);
        bytes[at % bytes.length] = byte;
        const read = readChallenge(bytes);
        expect(read === null || read.keyIds.every((id) => id.length === 16)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(() => readChallenge(Buffer.from(bytes))).not.toThrow();
      }),
    );
  });
});

it('an answer is a licence or a certificate, and never an error page', () => {
  const licence = Buffer.concat([Buffer.of(8, 2), field(2, Buffer.from('sealed'))]);
  expect(isWidevineAnswer(licence, 'licence')).toBe(true);
  expect(isWidevineAnswer(licence, 'certificate')).toBe(false);
  const certificate = Buffer.concat([Buffer.of(8, 5), field(2, Buffer.from('signed'))]);
  expect(isWidevineAnswer(certificate, 'certificate')).toBe(true);
  for (const page of ['', '<html>Bad gateway</html>', '{"error":1}', '\b\u0002']) {
    expect(isWidevineAnswer(Buffer.from(page), 'licence')).toBe(false);
  }
});
