import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { redactPrivate } from './redaction.ts';

const id = '8e4df3a4-1111-4a2b-8c3d-123456789012';

describe('a text for a log', () => {
  test.each([
    ['GET /api/v1/videos?token=abc failed', 'GET /api/v1/videos?[query] failed'],
    ['https://a.example/x?sig=1&n=2 and on', 'https://a.example/x?[query] and on'],
    ['segment /media/eyJ2IjoxfQ.sig/0.m4s', 'segment /media/[signed]/0.m4s'],
    ['{"password":"mango tree"}', '{"password":[secret]}'],
    ['Authorization: DPoP abc.def', 'Authorization: [secret]'],
    ['call +91 98765-43210 now', 'call [number …10] now'],
    ['फ़ोन ९८७६५४३२१०', 'फ़ोन [number …१०]'],
    [`video ${id} is gone`, `video ${id} is gone`],
    ['Is this it? yes', 'Is this it? yes'],
    ['at line 1024 of index-BmEsNmwK.js:12:3456', 'at line 1024 of index-BmEsNmwK.js:12:3456'],
  ])('%s', (text, kept) => {
    expect(redactPrivate(text, 500)).toBe(kept);
  });

  const word = fc.stringMatching(/^[a-z]{0,8}$/u);
  it('never keeps a phone number, in any place', () => {
    const numbers = fc.stringMatching(/^\+91[6-9]\d{9}$/u);
    fc.assert(
      fc.property(word, numbers, word, (before, phone, after) => {
        expect(redactPrivate(`${before} ${phone} ${after}`, 500)).not.toContain(phone.slice(0, -2));
      }),
    );
  });

  it('never keeps a token of three parts', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9_-]{20,60}$/u);
    fc.assert(
      fc.property(word, part, part, part, (before, a, b, c) => {
        const kept = redactPrivate(`${before} ${a}.${b}.${c}`, 500);
        expect(kept).not.toContain(b);
      }),
    );
  });

  it('is never longer than asked', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        fc.integer({ min: 50, max: 200 }),
        (text, most) => {
          expect(redactPrivate(text, most).length).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});
