import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createPathTokens, type PathGrant } from './path-token.rules.ts';

const tokens = createPathTokens(Buffer.alloc(32, 7));
const grants: fc.Arbitrary<PathGrant> = fc.record({
  kind: fc.constantFrom('media', 'poster'),
  videoId: fc.uuid({ version: [4, 7] }),
  sessionId: fc.uuid({ version: [4, 7] }),
  expiresAt: fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
});

describe('path tokens', () => {
  it('read back what was signed', () => {
    fc.assert(
      fc.property(grants, (grant) => {
        expect(tokens.read(tokens.sign(grant))).toEqual(grant);
      }),
    );
  });

  it('are refused when any single bit is another', () => {
    fc.assert(
      fc.property(grants, fc.nat({ max: 57 * 8 - 1 }), (grant, bit) => {
        const bytes = Buffer.from(tokens.sign(grant), 'base64url');
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(tokens.read(bytes.toString('base64url'))).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('have one spelling: another sign anywhere is refused', () => {
    const token = tokens.sign({
      kind: 'media',
      videoId: uuidv7(),
      sessionId: uuidv7(),
      expiresAt: new Date('2030-01-01'),
    });
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.';
    for (let at = 0; at < token.length; at += 1) {
      for (const sign of signs) {
        if (sign === token[at]) continue;
        expect(tokens.read(token.slice(0, at) + sign + token.slice(at + 1))).toBeNull();
      }
    }
  });

  it('are refused under another key', () => {
    const others = createPathTokens(Buffer.alloc(32, 8));
    fc.assert(fc.property(grants, (grant) => others.read(tokens.sign(grant)) === null));
  });

  it('are refused when they are anything else', () => {
    fc.assert(fc.property(fc.string(), (text) => tokens.read(text) === null));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 57, maxLength: 57 }), (bytes) => {
        expect(tokens.read(Buffer.from(bytes).toString('base64url'))).toBeNull();
      }),
    );
  });
});
