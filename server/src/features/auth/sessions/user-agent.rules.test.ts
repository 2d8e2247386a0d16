import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeUserAgent } from './user-agent.rules.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

describe('describeUserAgent', () => {
  it.each([
    [`${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
    [`${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36`,
      'Chrome on ChromeOS',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-X200) ${webKit} SamsungBrowser/25.0 Chrome/121.0.0.0 Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [
      `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webKit} Chrome/108.0.5359.211 Safari/537.36 WebAppManager`,
      'Chrome on LG TV',
    ],
    [
      `Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) ${webKit} 94.0.4606.31/7.0 TV Safari/537.36`,
      'Samsung TV',
    ],
    ['curl/8.5.0', 'curl'],
    ['node', 'node'],
    ['Mozilla/5.0', 'Unknown device'],
    ['', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
  ])('%s', (userAgent, words) => {
    expect(describeUserAgent(userAgent)).toBe(words);
  });

  it('returns a short, plain text for any input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (userAgent) => {
        expect(describeUserAgent(userAgent)).toMatch(/^[\w. -]{1,40}$/);
      }),
    );
  });
});
