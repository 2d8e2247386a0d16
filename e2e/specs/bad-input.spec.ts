import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { buildUrl, endpoints, errorSchema } from '@prahari/contract';
import { type ApiClient, createApiClient } from '@prahari/testkit';
import { createContactNumber } from '../client/accounts.ts';
import { postLargeBody } from '../client/large-body.ts';
import { catchRefusal } from '../client/refusal.ts';
import { uploadVideo, waitForJob } from '../client/videos.ts';
import { makeClip } from '../fixtures/clips.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { UploadsPage } from '../page-objects/uploads-page.ts';

const wrongPassword = 'not the password of anybody';
const invalidCredentials = 'Invalid credentials. Please check your phone number and password.';

/** Files that an administrator may take for a video, and what the page says about them. */
const unusableFiles: readonly {
  readonly name: string;
  readonly reason: string;
  content(place: string): Promise<Buffer>;
}[] = [
  {
    name: 'a truncated MP4',
    reason: 'The end of the video is missing',
    content: async (place) => firstHalf(await makeClip(place, { seconds: 4 })),
  },
  {
    name: 'a truncated MP4 without its index',
    reason: 'The video has no index',
    content: async (place) => firstHalf(await makeClip(place, { seconds: 4, indexFirst: false })),
  },
];

async function firstHalf(file: string): Promise<Buffer> {
  const whole = await readFile(file);
  return whole.subarray(0, whole.length / 2);
}

test.describe('in the browser', () => {
  test('a wrong password and an unknown number get the same message', async ({ page, learner }) => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.submit({ ...learner, password: wrongPassword });
    await expect(signIn.error).toContainText(invalidCredentials);
    await signIn.open();
    await signIn.submit({ contactNumber: createContactNumber(), password: wrongPassword });
    await expect(signIn.error).toContainText(invalidCredentials);
    await expect(page).toHaveURL(/\/login$/);
  });

  test('a file that is no video is not even sent; others fail with the reason on their card', async ({
    page,
    server,
    adminAccount,
  }) => {
    await new SignInPage(page).signIn(adminAccount);
    const uploads = new UploadsPage(page);
    await uploads.open();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    const refused = [
      ['', 'This file is empty.'],
      ['These are my notes of the lesson.\n'.repeat(100), 'contains something else'],
      ['PK\u0003\u0004lesson.mp4', 'Extract it and choose the video inside.'],
    ] as const;
    for (const [content, reason] of refused) {
      const buffer = Buffer.from(content);
      await page
        .getByLabel('Drop videos here')
        .setInputFiles({ name: 'video.mp4', mimeType: 'video/mp4', buffer });
      await expect(uploads.formError).toContainText(reason);
      await uploads.submit();
      await page.getByRole('button', { name: 'Remove video.mp4' }).click();
    }
    expect(sent.filter((path) => /\/(?:upload|videos)\b/.test(path))).toEqual([]);
    for (const { name, reason, content } of unusableFiles) {
      await test.step(name, async () => {
        const title = `Video out of ${name}`;
        const buffer = await content(path.join(server.dataDir, 'whole.mp4'));
        await uploads.choose({ name: 'video.mp4', mimeType: 'video/mp4', buffer }, title);
        await uploads.submit();
        const card = uploads.job(title);
        await expect(card.getByText('Failed', { exact: true })).toBeVisible({ timeout: 120_000 });
        await expect(card).toContainText(reason);
        await expect(card.getByRole('button', { name: 'Publish' })).toHaveCount(0);
      });
    }
  });

  test('an unknown address shows the page of the app that says so', async ({ page }) => {
    const answer = await page.goto('/no/such/page');
    expect(answer?.headers()['content-type']).toContain('text/html');
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  });
});

test.describe('by HTTP', () => {
  test('an unknown address under /api answers with the error envelope', async ({ server }) => {
    for (const unknown of ['/api', '/api/v1/nothing', '/api/v2/videos', '/media/nothing/at/all']) {
      const answer = await fetch(`${server.origin}${unknown}`);
      expect([403, 404], unknown).toContain(answer.status);
      expect(answer.headers.get('content-type')).toContain('application/json');
      errorSchema.parse(await answer.json());
    }
    const missing = await fetch(`${server.origin}/api/v1/nothing`);
    expect(missing.status).toBe(404);
    expect(errorSchema.parse(await missing.json())).toMatchObject({
      error: { type: 'NotFoundError', code: 'RESOURCE_NOT_FOUND' },
      meta: { path: '/api/v1/nothing' },
    });
  });

  test('100 MB to a JSON route are refused, and the server lives', async ({ server, learner }) => {
    const size = 100 * 1024 ** 2;
    const url = buildUrl(server.origin, endpoints.auth.validatePassword, {});
    const answer = await postLargeBody(url, size, await learner.client.headersFor('POST', url));
    expect(answer.status).toBe(413);
    expect(errorSchema.parse(answer.json).error.details).toMatchObject({
      reason: 'body_too_large',
    });
    const unproven = await postLargeBody(
      buildUrl(server.origin, endpoints.auth.login, {}),
      size,
      {},
    );
    expect(unproven.status).toBe(401);
    expect((await fetch(`${server.origin}/health/readiness`)).status).toBe(200);
  });

  test('a file name that climbs out of the folder is only a name', async ({ server }) => {
    const { client } = server.admin;
    const file = await makeClip(path.join(server.dataDir, 'small.mp4'), { seconds: 1 });
    const marker = 'climbed-out.mp4';
    const job = await uploadVideo(client, {
      title: 'Climbing',
      fileName: `../../../${marker}`,
      file: new Blob([await readFile(file)]),
    });
    expect(job.fileName).not.toMatch(/[/\\]/);
    expect(await waitForJob(client, job.id)).toMatchObject({ state: 'completed' });
    // Again where a folder of the work that is over went while it was read.
    await expect(async () => {
      const inside = await readdir(server.dataDir, { recursive: true });
      expect(inside.map(String).filter((name) => name.includes(marker))).toEqual([]);
    }).toPass();
    expect(await readdir(path.dirname(server.dataDir))).not.toContain(marker);
  });

  test('an empty file by a client without our page is refused too', async ({ server }) => {
    const upload = uploadVideo(server.admin.client, { title: 'Empty', file: new Blob([]) });
    expect(await catchRefusal(upload)).toMatchObject({ status: 400, reason: 'upload_file_empty' });
  });
});

test.describe('tokens', () => {
  const validate = (client: ApiClient) => client.call(endpoints.auth.validate, {});

  test('of another device are refused', async ({ server, learner }) => {
    const thief = await createApiClient(server.origin);
    thief.accessToken = learner.client.accessToken;
    expect(await catchRefusal(validate(thief))).toMatchObject({ status: 401 });
    const { refreshToken } = learner.client;
    const body = { refreshToken };
    thief.accessToken = undefined;
    expect(await catchRefusal(thief.call(endpoints.auth.refresh, { body }))).toMatchObject({
      status: 401,
      reason: 'refresh_invalid',
    });
  });

  test('that expired or were signed with another key are refused', async ({ learner }) => {
    const { client } = learner;
    // Else it would renew its session.
    client.refreshToken = undefined;
    const [header = '', payload = '', signature = ''] = client.accessToken?.split('.') ?? [];
    const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const longPast = encoded({ ...claims, exp: 1 });
    const unsigned = encoded({ alg: 'none', typ: 'at+jwt' });
    for (const forged of [
      `${header}.${longPast}.${signature}`,
      `${unsigned}.${payload}.`,
      `${header}.${payload}.${signature.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))}`,
      'nonsense',
    ]) {
      client.accessToken = forged;
      expect(await catchRefusal(validate(client)), forged).toMatchObject({ status: 401 });
    }
  });

  test('of a refresh that is repeated end the session', async ({ learner }) => {
    const { client } = learner;
    const refresh = async (refreshToken: string | undefined) => {
      const data = await client.call(endpoints.auth.refresh, { body: { refreshToken } });
      client.accessToken = data.accessToken;
      return data.refreshToken ?? undefined;
    };
    const stolen = client.refreshToken;
    client.accessToken = undefined;
    const second = await refresh(stolen);
    client.accessToken = undefined;
    const third = await refresh(second);
    const { accessToken } = client;
    client.accessToken = undefined;
    expect(await catchRefusal(refresh(stolen))).toMatchObject({ reason: 'refresh_reused' });
    expect(await catchRefusal(refresh(third))).toMatchObject({ reason: 'refresh_invalid' });
    client.accessToken = accessToken;
    expect(await catchRefusal(validate(client))).toMatchObject({ status: 401 });
  });

  test('a request that is sent twice is answered once', async ({ server, learner }) => {
    const url = buildUrl(server.origin, endpoints.auth.validate, {});
    const headers = await learner.client.headersFor('GET', url);
    expect((await fetch(url, { headers })).status).toBe(200);
    const repeated = await fetch(url, { headers });
    expect(repeated.status).toBe(401);
    expect(errorSchema.parse(await repeated.json()).error.details).toMatchObject({
      reason: 'proof_replayed',
    });
  });

  test('a proof for one call does not open another', async ({ server, learner }) => {
    const headers = await learner.client.headersFor(
      'GET',
      buildUrl(server.origin, endpoints.auth.validate, {}),
    );
    const answer = await fetch(buildUrl(server.origin, endpoints.videos.list, {}), { headers });
    expect(answer.status).toBe(401);
    expect(errorSchema.parse(await answer.json()).error.details).toMatchObject({
      reason: 'proof_invalid',
    });
  });
});
