// @vitest-environment jsdom
import { type CallInput, endpoints, type IncidentReport } from '@prahari/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '../api/browser-api.ts';
import { createFakeApi, createFakeSession, learnerLogin } from '../api/testing/fake-api.ts';
import { beginWatch } from './begin-watch.ts';
import { noticeIncident } from './noticed-incidents.ts';

const report = endpoints.security.reportIncidents;
const anywhere = 'prahari.fingerprint';
/** Enough of them: without TLS, 105 of 135 points. */
const goodHeaders = {
  'content-security-policy': "default-src 'self'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'Date'] });
  // A look that outlasts its test must not write an error into the next one.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { headers: goodHeaders })));
  // jsdom has none, and says so loudly.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

/** Watches as that user would be watched. @returns what was reported */
async function watch({ isSignedIn = true } = {}) {
  const reported: IncidentReport[] = [];
  const call = async (endpoint: unknown, input: CallInput<typeof report>) => {
    expect(endpoint).toBe(report);
    reported.push(...input.body.incidents);
    return { accepted: [], refused: [], violations: [] };
  };
  const session = createFakeSession(isSignedIn ? learnerLogin : undefined);
  beginWatch(createFakeApi({ session, call: call as unknown as Api['call'] }));
  await settle();
  return reported;
}

/** Two looks later, with what they waited for. */
async function settle() {
  for (let round = 0; round < 3; round += 1) {
    await vi.advanceTimersByTimeAsync(30_000);
    await finishHashes();
  }
}

/** A look hashes before it asks the page and writes; on a busy machine that outlasts a test. */
async function finishHashes() {
  for (let step = 0; step < 25; step += 1) {
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

// First of all, before anything listens.
test('receives incidents from before it was fetched', async () => {
  noticeIncident({ type: 'watermark_tampered', confidence: 'high' });
  expect(await watch()).toMatchObject([{ message: 'Content tampering detected' }]);
});

test('an ordinary browser has nothing to tell, and keeps its hashes', async () => {
  expect(await watch()).toEqual([]);
  await vi.waitFor(() => expect(localStorage.getItem(anywhere)).not.toBeNull());
  expect(JSON.parse(localStorage.getItem(anywhere) ?? '{}')).toHaveProperty('canvas');
});

test('another device with the storage of this one is reported once', async () => {
  await watch();
  await vi.waitFor(() => expect(localStorage.getItem(anywhere)).not.toBeNull());
  const kept = JSON.parse(localStorage.getItem(anywhere) ?? '{}');
  const other = 'A'.repeat(22);
  localStorage.setItem(anywhere, JSON.stringify({ ...kept, screen: other, fonts: other }));
  sessionStorage.clear();
  const reported = await watch();
  // Hashes are made on another thread.
  await vi.waitFor(() => expect(reported).not.toEqual([]));
  await settle();
  expect(reported).toMatchObject([
    {
      type: 'fingerprint_mismatch',
      message: 'Device fingerprint mismatch detected',
      playbackSessionId: null,
      metadata: { changed: 'fonts, screen' },
    },
  ]);
  expect(Object.keys(reported[0]?.metadata ?? {})).toEqual(
    expect.arrayContaining(['screen', 'timezone', 'language', 'platform']),
  );
});

test('tampering and repeated violations of a video are reported, each once', async () => {
  const reported = await watch();
  noticeIncident({ type: 'watermark_tampered', confidence: 'high' });
  await settle();
  for (let number = 0; number < 6; number += 1) {
    noticeIncident({ type: 'screen_capture_api', confidence: 'high' });
  }
  await settle();
  await settle();
  expect(reported.map(({ message }) => message)).toEqual([
    'Content tampering detected',
    'Multiple security violations detected',
  ]);
});

test('scripts that the policy stopped are reported, those of extensions are not', async () => {
  const stop = (blockedURI: string, disposition: string) => {
    const event = new Event('securitypolicyviolation');
    Object.assign(event, { effectiveDirective: 'script-src-elem', blockedURI, disposition });
    document.dispatchEvent(event);
  };
  const reported = await watch();
  stop('chrome-extension', 'enforce');
  stop('https://evil.example/x.js', 'report');
  await settle();
  expect(reported).toEqual([]);
  stop('https://evil.example/x.js', 'enforce');
  await settle();
  expect(reported).toMatchObject([{ message: '1 critical network security events detected' }]);
});

test('a page whose security headers score below 70 is among the errors; no incident', async () => {
  const errors = () => localStorage.getItem('prahari.errors') ?? '';
  await watch();
  expect(errors()).not.toContain('Security headers');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('')));
  sessionStorage.clear();
  expect(await watch()).toEqual([]);
  await expect.poll(errors).toContain('Security headers of / are critical: 0 of 100, without');
});

test('reports nothing before a sign-in', async () => {
  const reported = await watch({ isSignedIn: false });
  noticeIncident({ type: 'watermark_tampered', confidence: 'high' });
  await settle();
  expect(reported).toEqual([]);
  expect(localStorage.getItem(anywhere)).toBeNull();
});
