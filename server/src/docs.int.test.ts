import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allSettings } from './compose.ts';
import { settingsTable } from './platform/config/setting.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

const root = path.join(import.meta.dirname, '..', '..');
/** `npm run docs` sets it: then the files are written in place of compared. */
const isRenewing = process.env['RENEW_DOCS'] === '1';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function expectFile(name: string, expected: (present: string) => string): Promise<void> {
  const file = path.join(root, name);
  const present = await readFile(file, 'utf8').catch(() => '');
  if (isRenewing) await writeFile(file, expected(present));
  else expect(present, `${name} is stale: run npm run docs`).toBe(expected(present));
}

it('the API description in docs/openapi.json is the server’s', async () => {
  const answer = await fetch(`${server.origin}/api/v1/openapi.json`);
  const document: unknown = await answer.json();
  expect(document).toMatchObject({ openapi: '3.1.0' });
  await expectFile('docs/openapi.json', () => `${JSON.stringify(document, null, 2)}\n`);
});

it('the settings table of the README is the program’s', async () => {
  const table = settingsTable(Object.values(allSettings));
  await expectFile('README.md', (present) =>
    present.replace(
      /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
      (_, before: string, after: string) => `${before}${table}\n${after}`,
    ),
  );
});

it('the API can be read in a browser, under a strict policy', async () => {
  const page = await fetch(`${server.origin}/api/v1/docs/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('swagger-ui');
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe-eval');
});
