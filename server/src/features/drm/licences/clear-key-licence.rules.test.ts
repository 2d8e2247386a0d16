import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildLicence,
  filterForSoftware,
  parseKeyIds,
  releaseKeys,
} from './clear-key-licence.rules.ts';

const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));
const videoId = randomUUID();
const pairs = fc.uniqueArray(
  fc.record({
    keyId: bytes16,
    key: bytes16,
    videoId: fc.constant(videoId),
    qualityClass: fc.constantFrom('AUDIO', 'SD', 'HD'),
    scheme: fc.constant('cbcs' as const),
  }),
  {
    selector: (pair) => pair.keyId.toString('hex'),
    maxLength: 6,
  },
);

describe('key ids of a licence request', () => {
  it("reads the examples of the W3C's text", () => {
    const kids = ['LwVHf8JLtPrv2GUXFW2v_A', '0DdtU9od-Bh5L3xbv0Xf_A'];
    expect(parseKeyIds(kids)?.map((keyId) => keyId.toString('hex'))).toEqual([
      '2f05477fc24bb4faefd86517156daffc',
      'd0376d53da1df818792f7c5bbf45dffc',
    ]);
  });

  it.each([
    ['too short', 'LwVHf8JLtPrv2GUXFW2v'],
    ['too long', 'LwVHf8JLtPrv2GUXFW2v_AAA'],
    ['padded', 'LwVHf8JLtPrv2GUXFW2v_A=='],
    ['standard base64', 'LwVHf8JLtPrv2GUXFW2v/A'],
    ['with stray bits', 'LwVHf8JLtPrv2GUXFW2v_B'],
    ['a GUID', '2f05477f-c24b-b4fa-efd8-6517156daffc'],
    ['empty', ''],
  ])('refuses one that is %s', (_, kid) => {
    expect(parseKeyIds(['0DdtU9od-Bh5L3xbv0Xf_A', kid])).toBeNull();
  });

  it('reads back every 16 bytes, each once', () => {
    fc.assert(
      fc.property(bytes16, (keyId) => {
        const kid = keyId.toString('base64url');
        expect(parseKeyIds([kid, kid])).toEqual([keyId]);
      }),
    );
  });

  it('never accepts a text that is not the one way to write 16 bytes', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseKeyIds([text]);
        expect(parsed === null || parsed[0]?.toString('base64url') === text).toBe(true);
      }),
    );
  });
});

describe('which keys are released', () => {
  it('releases exactly what was requested out of what the video has', () => {
    fc.assert(
      fc.property(pairs, fc.infiniteStream(fc.boolean()), (owned, coins) => {
        const wanted = owned.filter(() => coins.next().value);
        const asked = wanted.map((pair) => pair.keyId);
        expect(releaseKeys(asked, owned, { videoId, scheme: 'cbcs' })).toEqual(wanted);
      }),
    );
  });

  it('releases nothing at all when one key is not of the video', () => {
    fc.assert(
      fc.property(pairs, bytes16, fc.nat(), (owned, stranger, at) => {
        fc.pre(owned.every((pair) => !pair.keyId.equals(stranger)));
        const asked = owned.map((pair) => pair.keyId);
        asked.splice(at % (asked.length + 1), 0, stranger);
        expect(releaseKeys(asked, owned, { videoId, scheme: 'cbcs' })).toBeNull();
      }),
    );
  });

  it('releases nothing when one key opens another video', () => {
    const own = {
      keyId: randomBytes(16),
      key: randomBytes(16),
      videoId,
      qualityClass: 'SD',
      scheme: 'cbcs',
    } as const;
    const other = {
      keyId: randomBytes(16),
      key: randomBytes(16),
      videoId: randomUUID(),
      qualityClass: 'SD',
      scheme: 'cbcs',
    } as const;
    expect(releaseKeys([own.keyId, other.keyId], [own, other], own)).toBeNull();
    expect(releaseKeys([own.keyId], [own, other], own)).toEqual([own]);
  });

  it('releases nothing when one key opens the video in another scheme', () => {
    const own = {
      keyId: randomBytes(16),
      key: randomBytes(16),
      videoId,
      qualityClass: 'SD',
      scheme: 'cbcs',
    } as const;
    const other = { ...own, keyId: randomBytes(16), scheme: 'cenc' } as const;
    expect(releaseKeys([other.keyId], [own, other], own)).toBeNull();
    expect(releaseKeys([own.keyId, other.keyId], [own, other], other)).toBeNull();
    expect(releaseKeys([other.keyId], [own, other], other)).toEqual([other]);
  });
});

it('where HD needs hardware, all other keys are still given', () => {
  fc.assert(
    fc.property(pairs, (owned) => {
      const policy = { hdNeedsHardware: true, persistent: false, clearKey: true };
      expect(filterForSoftware(owned, policy)).toEqual(
        owned.filter((pair) => pair.qualityClass !== 'HD'),
      );
      expect(filterForSoftware(owned, { ...policy, hdNeedsHardware: false })).toEqual(owned);
    }),
  );
});

describe('the licence', () => {
  it('is a JWK set without padding', () => {
    const pair = {
      keyId: randomBytes(16),
      key: randomBytes(16),
      videoId,
      qualityClass: 'SD',
      scheme: 'cbcs',
    } as const;
    const licence = buildLicence([pair]);
    expect(licence).toEqual({
      keys: [
        { kty: 'oct', kid: pair.keyId.toString('base64url'), k: pair.key.toString('base64url') },
      ],
      type: 'temporary',
    });
    expect(JSON.stringify(licence)).not.toContain('=');
  });
});
