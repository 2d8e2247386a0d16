import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBlockedScript } from './policy-reports.rules.ts';

const report = (fields: Record<string, unknown>) =>
  readBlockedScript(
    Buffer.from(
      JSON.stringify({
        'csp-report': {
          'document-uri': 'https://videos.example/library',
          'effective-directive': 'script-src-elem',
          'blocked-uri': 'https://evil.example/x.js?token=1',
          disposition: 'enforce',
          ...fields,
        },
      }),
    ),
  );

it('names the directive, and of the address only its origin', () => {
  expect(report({})).toEqual({ directive: 'script-src-elem', from: 'https://evil.example' });
  expect(report({ 'blocked-uri': 'inline' })).toMatchObject({ from: 'inline' });
  expect(report({ 'blocked-uri': 'eval', 'effective-directive': 'script-src' })).toEqual({
    directive: 'script-src',
    from: 'eval',
  });
  const old = { 'effective-directive': undefined, 'violated-directive': "script-src 'self'" };
  expect(report(old)).toMatchObject({ directive: 'script-src' });
});

it.each([
  ['no script', { 'effective-directive': 'img-src' }],
  ['an extension', { 'blocked-uri': 'chrome-extension://abcdef/x.js' }],
  ['an extension, as old browsers say', { 'blocked-uri': 'moz-extension' }],
  ['an inline script of an extension', { 'blocked-uri': 'inline', 'source-file': 'moz-extension' }],
  [
    'a named extension',
    { 'blocked-uri': 'inline', 'source-file': 'safari-web-extension://abc/x.js' },
  ],
  ['a policy that stops nothing', { disposition: 'report' }],
  ['data', { 'blocked-uri': 'data' }],
  ['no address', { 'blocked-uri': 7 }],
])('leaves out a report about %s', (_what, fields) => {
  expect(report(fields)).toBeNull();
});

it('takes any bytes', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.json().map((text) => Buffer.from(text)),
      ),
      (body) => {
        expect(readBlockedScript(body)).toBeNull();
      },
    ),
  );
});
