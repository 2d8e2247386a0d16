import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { buildUrl, endpoints, errorSchema } from '@prahari/contract';
import { createApiClient } from '@prahari/testkit';
import { catchRefusal } from '../client/refusal.ts';
import { buildAddress, routes, send } from '../client/routes.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const run = promisify(execFile);
const asBrowser = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' };

/** All of a profile that a copy of its files, or a script in it, can take along. */
async function copyProfile(page: Page) {
  const context = page.context();
  const state = await context.storageState();
  // A key that can't be read out can't be written into a copy either: the copy has none.
  const database = await context.storageState({ indexedDB: true }).then(
    ({ origins }) => JSON.stringify(origins),
    (error: unknown) => String(error),
  );
  return { state, database };
}

async function openPage(browser: Browser, options: Parameters<Browser['newContext']>[0]) {
  return (await browser.newContext(options)).newPage();
}

/** Reads how a call with these headers and cookies is answered. */
async function readReason(answer: Response): Promise<unknown> {
  return errorSchema.parse(await answer.json()).error.details?.['reason'];
}

test('a copied profile opens nothing, and the owner’s session continues', async ({
  browser,
  page,
  server,
  lesson,
  learner,
}) => {
  await playLesson(page, learner, lesson);
  const { state, database } = await copyProfile(page);
  expect(state.cookies.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(state.origins)).toContain('prahari.user');
  // The private part of a JWK (RFC 7518, section 6.2.2.1).
  expect(database).not.toMatch(/"d"\s*:/);

  const thief = await openPage(browser, { baseURL: server.origin, storageState: state });
  const calls = recordRequests(thief);
  await thief.goto(`/watch/${lesson.id}`);
  await expect(thief.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const renewals = calls.to('/auth/refresh');
  expect(renewals.length).toBeGreaterThan(0);
  for (const renewal of renewals) {
    const answer = await renewal.response();
    expect(answer?.status()).toBe(401);
    expect(await answer?.json()).toMatchObject({ error: { code: 'TOKEN_INVALID' } });
  }
  expect(calls.media()).toEqual([]);
  await thief.context().close();

  await page.reload();
  await expect(page.getByRole('region', { name: 'Fullscreen Required' })).toBeVisible();
});

test('the device key gives itself out in no form', async ({ page, learner }) => {
  await new SignInPage(page).signIn(learner);
  const outcome = await page.evaluate(async () => {
    const opening = indexedDB.open('prahari-device');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const reading = opening.result.transaction('keys').objectStore('keys').get('device');
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    const { privateKey } = reading.result;
    const forms = ['jwk', 'pkcs8', 'raw'] as const;
    const exported = await Promise.allSettled(
      forms.map((form) => crypto.subtle.exportKey(form, privateKey)),
    );
    return [privateKey.extractable, ...exported.map(({ status }) => status)];
  });
  expect(outcome).toEqual([false, 'rejected', 'rejected', 'rejected']);
});

test('stolen cookies and token are useless to a script with another key', async ({
  page,
  server,
  learner,
}) => {
  const requests = recordRequests(page);
  await new SignInPage(page).signIn(learner);
  await expect.poll(() => requests.to('/videos').length).toBeGreaterThan(0);
  const { authorization = '' } = (await requests.to('/videos')[0]?.allHeaders()) ?? {};
  expect(authorization).toMatch(/^DPoP \S+/);
  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');

  const thief = await createApiClient(server.origin);
  thief.accessToken = authorization.slice('DPoP '.length);
  await catchRefusal(thief.call(endpoints.auth.validate, {}));
  const closed = routes.filter(({ endpoint }) => endpoint.access.kind === 'session');
  expect(closed.length).toBeGreaterThan(15);
  for (const { name, endpoint } of closed) {
    const proven = await thief.headersFor(endpoint.method, buildAddress(server.origin, endpoint));
    const answer = await send(server.origin, endpoint, { ...proven, ...asBrowser, cookie });
    expect(answer.status, name).toBe(401);
  }

  thief.accessToken = undefined;
  const url = buildUrl(server.origin, endpoints.auth.refresh, {});
  const renewal = await fetch(url, {
    method: 'POST',
    headers: {
      ...(await thief.headersFor('POST', url)),
      ...asBrowser,
      cookie,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  expect(renewal.status).toBe(401);
  expect(await readReason(renewal)).toBe('refresh_invalid');
  expect(renewal.headers.getSetCookie().join()).not.toMatch(/refresh[^=]*=[\w-]{10}/);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
});

// In every run: `proof.test.ts`, `refusals.int.test.ts`.
test('a captured request is refused when it is sent again, by any program', {
  tag: '@soak',
}, async ({ page, learner }) => {
  const requests = recordRequests(page);
  await new SignInPage(page).signIn(learner);
  await expect.poll(() => requests.to('/videos').length).toBeGreaterThan(0);
  const captured = requests.to('/videos')[0];
  if (!captured) throw new Error('no request to replay');
  expect((await captured.response())?.status()).toBe(200);
  const headers = await readHeaders(captured);

  const again = await fetch(captured.url(), { headers });
  expect(again.status).toBe(401);
  expect(await readReason(again)).toBe('proof_replayed');

  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('curl', ['-s', '-o', '-', ...flags, captured.url()]);
  expect(JSON.parse(stdout)).toMatchObject({ error: { details: { reason: 'proof_replayed' } } });

  const elsewhere = captured.url().replace(/\/videos.*$/, '/users/profile/me');
  const moved = await fetch(elsewhere, { headers });
  expect(await readReason(moved)).toBe('proof_invalid');
});

// In every run: `auth-calls.int.test.ts`, `refresh-reuse.rules.test.ts`.
test('a refresh token that was used before ends the session, for the thief and for the owner', {
  tag: '@soak',
}, async ({ page, server, learner }) => {
  await new SignInPage(page).signIn(learner);
  const old = (await page.context().cookies()).find(({ name }) => name.includes('refresh'));
  await page.reload();
  await new LibraryPage(page).page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();

  const thief = await createApiClient(server.origin);
  await catchRefusal(
    thief.call(endpoints.auth.refresh, { body: { refreshToken: 'to learn the nonce' } }),
  );
  const body = { refreshToken: old?.value ?? '' };
  const stolen = await catchRefusal(thief.call(endpoints.auth.refresh, { body }));
  expect(stolen).toMatchObject({ status: 401, reason: 'refresh_reused' });

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
});

/** What a browser sent, except headers that every program sets itself. */
async function readHeaders(request: Request): Promise<Record<string, string>> {
  const all = await request.allHeaders();
  const own = (name: string) =>
    !name.startsWith(':') && !/^(host|connection|content-length|accept-encoding)$/.test(name);
  return Object.fromEntries(Object.entries(all).filter(([name]) => own(name)));
}
