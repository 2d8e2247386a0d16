import { nameScore, parseContentPolicy, scoreHeaders } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { buildDocumentPolicy } from '../../../platform/http/security-headers.ts';
import { judgeDocumentPolicy } from './content-policy.rules.ts';
import {
  gradeObservatory,
  type ObservatoryFacts,
  scoreByObservatory,
} from './observatory.rules.ts';

const ownPolicy = buildDocumentPolicy();
const good: ObservatoryFacts = {
  headers: {
    'content-security-policy': ownPolicy,
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), display-capture=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
  },
  setCookies: [],
  html: '<script src="/assets/a.js"></script>',
  origin: 'https://learn.example.org',
  cors: 'closed',
  redirection: 'https_first',
};

it('gives our own headers over TLS the top grade', () => {
  expect(scoreByObservatory(good)).toMatchObject({ score: 150, grade: 'A+' });
});

const headers = (changed: Record<string, string>) => ({ headers: { ...good.headers, ...changed } });
const without = (name: string) => {
  const { [name]: _, ...others } = good.headers;
  return { headers: others };
};
const policy = (text: string) => headers({ 'content-security-policy': text });
const cookie = (...setCookies: string[]) => ({ setCookies });
const noTransport = without('strict-transport-security').headers;

describe('the HTTP Observatory', () => {
  it.each<[name: string, modifier: number | null, change: Partial<ObservatoryFacts>]>([
    ['content-security-policy', 10, {}],
    ['content-security-policy', 5, policy("default-src 'self'")],
    ['content-security-policy', 0, policy("default-src 'self'; style-src 'unsafe-inline'")],
    ['content-security-policy', -10, policy("default-src 'self'; img-src http://a.invalid")],
    ['content-security-policy', -10, policy("default-src 'self'; script-src 'unsafe-eval'")],
    ['content-security-policy', -20, policy("default-src 'self'; script-src 'unsafe-inline'")],
    ['content-security-policy', -20, policy("default-src 'self'; script-src data:")],
    ['content-security-policy', -20, policy("default-src 'self'; script-src https:")],
    ['content-security-policy', -20, policy("script-src 'self'")],
    ['content-security-policy', -20, policy("object-src 'none'; style-src 'self'")],
    ['content-security-policy', -20, policy("default-src 'self'; connect-src http://a.invalid")],
    [
      'content-security-policy',
      5,
      policy("default-src 'self'; script-src 'nonce-YQ' 'unsafe-inline'"),
    ],
    ['content-security-policy', -25, policy("default-src 'self'; script-src 'strict-dynamic'")],
    ['content-security-policy', -25, policy("default-src 'self'; default-src 'none'")],
    ['content-security-policy', -25, policy(' ; ')],
    ['content-security-policy', -25, without('content-security-policy')],
    ['cookies', 0, {}],
    ['cookies', 5, cookie('__Host-session=a; Secure; HttpOnly; SameSite=Strict')],
    ['cookies', 0, cookie('__Host-session=a; Secure; HttpOnly')],
    ['cookies', -5, cookie('theme=a; SameSite=Lax')],
    ['cookies', -10, cookie('session=a; HttpOnly; SameSite=Lax')],
    ['cookies', -20, { ...cookie('theme=a; SameSite=Lax'), headers: noTransport }],
    ['cookies', -20, cookie('csrftoken=a; Secure')],
    ['cookies', -20, cookie('theme=a; Secure; SameSite=Sometimes')],
    ['cookies', -30, cookie('login=a; Secure; SameSite=Lax')],
    ['cookies', -40, { ...cookie('session=a; HttpOnly; SameSite=Lax'), headers: noTransport }],
    ['cross-origin-resource-sharing', 0, {}],
    ['cross-origin-resource-sharing', 0, { cors: 'public' }],
    ['cross-origin-resource-sharing', -50, { cors: 'reflects_with_credentials' }],
    ['redirection', 0, {}],
    ['redirection', -5, { redirection: 'off_host_first' }],
    ['redirection', -10, { redirection: 'not_https_first' }],
    ['redirection', -20, { redirection: 'never_https' }],
    ['redirection', null, { redirection: undefined }],
    ['referrer-policy', 5, {}],
    ['referrer-policy', 5, headers({ 'referrer-policy': 'strict-origin-when-cross-origin' })],
    ['referrer-policy', 0, without('referrer-policy')],
    ['referrer-policy', -5, headers({ 'referrer-policy': 'unsafe-url' })],
    ['strict-transport-security', 0, {}],
    [
      'strict-transport-security',
      -10,
      headers({ 'strict-transport-security': 'max-age=15551999' }),
    ],
    ['strict-transport-security', -20, headers({ 'strict-transport-security': 'yes' })],
    ['strict-transport-security', -20, without('strict-transport-security')],
    ['strict-transport-security', null, { origin: 'http://localhost:8080' }],
    ['subresource-integrity', 0, {}],
    ['subresource-integrity', 5, { html: '<script src="//a.invalid/a.js" integrity="sha384-x">' }],
    ['subresource-integrity', -5, { html: '<script src="https://a.invalid/a.js">' }],
    ['subresource-integrity', -20, { html: '<script src="http://a.invalid/a.js" integrity="s">' }],
    ['subresource-integrity', -50, { html: '<script src="http://a.invalid/a.js">' }],
    ['x-content-type-options', 0, {}],
    ['x-content-type-options', -5, without('x-content-type-options')],
    ['x-frame-options', 5, {}],
    ['x-frame-options', 5, policy("default-src 'none'")],
    ['x-frame-options', 0, { headers: { 'x-frame-options': 'ALLOW-FROM https://a.invalid' } }],
    ['x-frame-options', -20, { headers: { 'x-frame-options': 'sometimes' } }],
    ['x-frame-options', -20, { headers: {} }],
    ['cross-origin-resource-policy', 10, {}],
    ['cross-origin-resource-policy', 0, without('cross-origin-resource-policy')],
    ['cross-origin-resource-policy', -5, headers({ 'cross-origin-resource-policy': 'none' })],
    [
      'cross-origin-embedder-policy',
      10,
      headers({ 'cross-origin-embedder-policy': 'credentialless' }),
    ],
    ['cross-origin-embedder-policy', 0, without('cross-origin-embedder-policy')],
    [
      'cross-origin-opener-policy',
      10,
      headers({ 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    ],
    ['cross-origin-opener-policy', 0, without('cross-origin-opener-policy')],
  ])('gives %s %s', (name, modifier, change) => {
    const { tests } = scoreByObservatory({ ...good, ...change });
    expect(tests.find((one) => one.name === name)?.modifier).toBe(modifier);
  });

  it('counts rewards only where little was lost, and never less than nothing', () => {
    expect(scoreByObservatory({ ...good, ...without('x-content-type-options') }).score).toBe(145);
    expect(scoreByObservatory({ ...good, ...without('content-security-policy') }).score).toBe(75);
    const worst = {
      ...good,
      headers: {},
      ...cookie('session=a'),
      html: '<script src=http://a.invalid>',
    };
    const { score, grade } = scoreByObservatory({ ...worst, cors: 'reflects_with_credentials' });
    expect({ score, grade }).toEqual({ score: 0, grade: 'F' });
  });

  it.each([
    [165, 'A+'],
    [100, 'A+'],
    [99, 'A'],
    [90, 'A'],
    [89, 'A-'],
    [85, 'A-'],
    [80, 'B+'],
    [75, 'B'],
    [70, 'B'],
    [65, 'B-'],
    [60, 'C+'],
    [50, 'C'],
    [45, 'C-'],
    [40, 'D+'],
    [30, 'D'],
    [25, 'D-'],
    [24, 'F'],
    [0, 'F'],
  ])('grades %d as %s', (score, grade) => {
    expect(gradeObservatory(score)).toBe(grade);
  });
});

describe('the weights of the specification', () => {
  it('give our own headers all points', () => {
    expect(scoreHeaders(good.headers, true)).toEqual({
      score: 100,
      summary: 'excellent',
      missing: [],
    });
  });

  // 40 + 40 + 25 + 25 + 15 + 15 + 3 × 5 = 175.
  it.each([
    ['content-security-policy', 77],
    ['strict-transport-security', 77],
    ['x-frame-options', 86],
    ['x-content-type-options', 86],
    ['referrer-policy', 91],
    ['permissions-policy', 91],
    ['cross-origin-opener-policy', 97],
  ])('leave without %s %d', (name, score) => {
    const scored = scoreHeaders(without(name).headers, true);
    expect(scored.score).toBe(score);
    expect(scored.missing.map((one) => one.name)).toEqual([name]);
  });

  it.each([
    ['strict-transport-security', 'max-age=31535999; includeSubDomains'],
    ['strict-transport-security', 'max-age=31536000'],
    ['content-security-policy', "default-src 'self' 'unsafe-inline'"],
    ['content-security-policy', 'default-src *'],
    ['referrer-policy', 'unsafe-url'],
  ])('do not count %s: %s', (name, value) => {
    expect(scoreHeaders(headers({ [name]: value }).headers, true).missing).toHaveLength(1);
  });

  it('leave Strict-Transport-Security out where there is no TLS', () => {
    expect(scoreHeaders(noTransport, false).score).toBe(100);
    expect(scoreHeaders(noTransport, true).score).toBe(77);
  });

  it.each([
    [90, 'excellent'],
    [89, 'good'],
    [80, 'good'],
    [79, 'adequate'],
    [70, 'adequate'],
    [69, 'poor'],
    [50, 'poor'],
    [49, 'critical'],
  ])('call %d %s', (score, summary) => {
    expect(nameScore(score)).toBe(summary);
  });
});

describe('the policy of pages', () => {
  it('keeps all rules', () => {
    expect(judgeDocumentPolicy(ownPolicy).filter(({ isMet }) => !isMet)).toEqual([]);
  });

  it.each([
    ["script-src 'self'", "script-src 'self' 'unsafe-eval'"],
    ["script-src 'self'", 'script-src *'],
    ["style-src 'self'", "style-src 'unsafe-inline'"],
    ["connect-src 'self'", 'connect-src *'],
    ["base-uri 'none'", "base-uri 'self'"],
    ["object-src 'none'", "object-src 'self'"],
    ["frame-ancestors 'none'", 'frame-ancestors https://a.invalid'],
    ['trusted-types default', 'trusted-types *'],
    ["form-action 'self'; ", ''],
  ])('misses %s', (from, to) => {
    const weaker = ownPolicy.replace(from, to);
    expect(weaker).not.toBe(ownPolicy);
    expect(judgeDocumentPolicy(weaker).some(({ isMet }) => !isMet)).toBe(true);
  });

  it('is none where there is nothing, or a directive twice', () => {
    expect(parseContentPolicy(undefined)).toBeUndefined();
    expect(parseContentPolicy('img-src a; IMG-SRC b')).toBeUndefined();
    expect(judgeDocumentPolicy('')).toEqual([
      { rule: 'a valid Content-Security-Policy', isMet: false },
    ]);
  });
});
