import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { findFreePort } from '../fixtures/free-port.ts';
import { testOnOwnServer } from '../fixtures/test.ts';

const port = await findFreePort();
const endpoint = `http://127.0.0.1:${port}/v1/errors`;
const test = testOnOwnServer({
  environment: { REMOTE_LOG: 'on', REMOTE_LOG_ENDPOINT: endpoint },
});

// In every run: `remote-log.test.ts`, `web-app.test.ts` (the policy names that address alone).
test('errors go to the operator’s own log, and to no other address', { tag: '@soak' }, async ({
  page,
}) => {
  const received: { path: string | undefined; cookie: string | undefined; body: string }[] = [];
  const log = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method === 'POST') {
      received.push({ path: request.url, cookie: request.headers.cookie, body });
    }
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.end();
  });
  await new Promise<void>((resolve) => log.listen(port, '127.0.0.1', resolve));
  try {
    await page.clock.install();
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const fetched = page.waitForResponse(/browser-error-log/);
    await page.evaluate(() => {
      const error = new Error('it broke with token=abcdef');
      window.dispatchEvent(new ErrorEvent('error', { error }));
    });
    await fetched;
    await expect
      .poll(async () => {
        await page.clock.runFor(30_000);
        return received.length;
      })
      .toBe(1);
    const [first] = received;
    expect(first).toMatchObject({ path: '/v1/errors', cookie: undefined });
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      logs: [{ level: 'ERROR', message: 'it broke with token=[secret]' }],
      metadata: { clientName: 'prahari-web' },
    });

    const isRefused = (url: string) =>
      page.evaluate((to) => fetch(to, { method: 'POST' }).then(String, String), url);
    for (const other of ['/v1/errors/more', '/v1', '/']) {
      expect(await isRefused(`http://127.0.0.1:${port}${other}`)).toContain('Failed to fetch');
    }
    expect(received).toHaveLength(1);
  } finally {
    await new Promise((resolve) => log.close(resolve));
  }
});
