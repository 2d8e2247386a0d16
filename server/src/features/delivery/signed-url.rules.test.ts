import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createSignedUrls, type UrlGrant } from './signed-url.rules.ts';

const bits = { ipv4: 24, ipv6: 48 };
const tokens = createSignedUrls(Buffer.alloc(32, 7), bits);
const home = '203.0.113.7';
const claims = {
  videoId: fc.uuid({ version: [4, 7] }),
  sessionId: fc.uuid({ version: [4, 7] }),
  urlVersion: fc.nat({ max: 999_999_999 }),
  expiresAt: fc.integer({ min: 1, max: 7_258_118_400 }).map((seconds) => new Date(seconds * 1000)),
};
const grants: fc.Arbitrary<UrlGrant> = fc.oneof(
  fc.record({
    ...claims,
    kind: fc.constant('media' as const),
    playbackId: fc.uuid({ version: [4, 7] }),
  }),
  fc.record({ ...claims, kind: fc.constant('poster' as const), playbackId: fc.constant(null) }),
);
const media: UrlGrant = {
  kind: 'media',
  videoId: uuidv7(),
  sessionId: uuidv7(),
  playbackId: uuidv7(),
  urlVersion: 3,
  expiresAt: new Date('2030-01-01'),
};

describe('path tokens', () => {
  it('read back what was signed', () => {
    fc.assert(
      fc.property(grants, (grant) => {
        expect(tokens.read(tokens.sign(grant, home), home)).toEqual(grant);
      }),
    );
  });

  it('have one spelling: another sign anywhere, one more or one less is refused', () => {
    const token = tokens.sign(media, home);
    // A URL that was valid before is cached, and makes no other valid.
    expect(tokens.read(token, home)).toEqual(media);
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. %';
    for (let at = 0; at < token.length; at += 1) {
      const rest = token.slice(at + 1);
      for (const sign of signs) {
        if (sign === token[at]) continue;
        expect(tokens.read(token.slice(0, at) + sign + rest, home)).toBeNull();
      }
      expect(tokens.read(token.slice(0, at) + rest, home)).toBeNull();
    }
    expect(tokens.read(`${token}\n`, home)).toBeNull();
  });

  it('are distinguished from forged ones when their learner moves to another network', () => {
    const signer = createSignedUrls(Buffer.alloc(32, 7), bits);
    const other = createSignedUrls(Buffer.alloc(32, 7), bits);
    const token = signer.sign({ ...media, urlVersion: 4 }, home);
    expect(signer.read(token, '198.51.100.1')).toBeNull();
    expect(signer.isGenuine(token)).toBe(true);
    // A process that neither signed nor accepted it can't know.
    expect(other.isGenuine(token)).toBe(false);
    other.read(token, home);
    expect(other.isGenuine(token)).toBe(true);
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect(signer.read(forged, home)).toBeNull();
    expect(signer.isGenuine(forged)).toBe(false);
  });

  it('take no claims of another token', () => {
    fc.assert(
      fc.property(grants, grants, (one, other) => {
        const said = tokens.sign(one, home).split('.').slice(0, -1).join('.');
        const mac = tokens.sign(other, home).split('.').at(-1);
        if (said === tokens.sign(other, home).split('.').slice(0, -1).join('.')) return;
        expect(tokens.read(`${said}.${mac}`, home)).toBeNull();
      }),
    );
  });

  it('open segments from the network that they were signed for, and no other', () => {
    const token = tokens.sign(media, home);
    expect(tokens.read(token, '203.0.113.250')).toEqual(media);
    expect(tokens.read(token, '::ffff:203.0.113.8')).toEqual(media);
    for (const address of ['203.0.114.7', '198.51.100.7', '2001:db8::7', '127.0.0.1', '', 'x']) {
      expect(tokens.read(token, address)).toBeNull();
    }
    expect(tokens.read(token, home)).toEqual(media);
    expect(tokens.read(`${home}\n${token}`, '')).toBeNull();
  });

  it('open posters from everywhere', () => {
    const poster: UrlGrant = { ...media, kind: 'poster', playbackId: null };
    expect(tokens.read(tokens.sign(poster, ''), home)).toEqual(poster);
  });

  it('are refused under another key', () => {
    const others = createSignedUrls(Buffer.alloc(32, 8), bits);
    fc.assert(fc.property(grants, (grant) => others.read(tokens.sign(grant, home), home) === null));
  });

  it('are refused when they are anything else', () => {
    fc.assert(fc.property(fc.string(), (text) => tokens.read(text, home) === null));
    const parts = tokens.sign(media, home).split('.');
    const mutated = fc
      .tuple(fc.nat(6), fc.string({ unit: 'grapheme-composite', maxLength: 60 }))
      .filter(([at, text]) => parts[at] !== text)
      .map(([at, text]) => parts.with(at, text).join('.'));
    fc.assert(
      fc.property(mutated, (text) => tokens.read(text, home) === null),
      { numRuns: 1000 },
    );
  });
});
