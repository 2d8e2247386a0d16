import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildUrl, type Endpoint, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allSettings } from './features.ts';
import { formatSettingsTable } from './platform/config/setting.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

const root = path.join(import.meta.dirname, '..', '..');
/** Set by `npm run docs`: the files are then written instead of compared. */
const isRenewing = process.env['RENEW_DOCS'] === '1';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Described {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}
interface DescribedCall {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>>; headers: object }>
  >;
}

async function readDescription(): Promise<Described> {
  const answer = await fetch(`${server.origin}/api/v1/openapi.json`);
  return z.parse(z.custom<Described>(), await answer.json());
}

async function expectFile(name: string, expected: (present: string) => string): Promise<void> {
  const file = path.join(root, name);
  const present = await readFile(file, 'utf8').catch(() => '');
  if (isRenewing) await writeFile(file, expected(present));
  else expect(present, `${name} is stale: run npm run docs`).toBe(expected(present));
}

it('the API description in docs/openapi.json is the server’s', async () => {
  const document = await readDescription();
  await expectFile('docs/openapi.json', () => `${JSON.stringify(document, null, 2)}\n`);
});

const { imports, playbackCheck, system, uploads, users } = endpoints;
const ofFormat = (format: string) => ({ query: { format } });
const answers: [string, Endpoint, object][] = [
  ['users as CSV', users.exportAll, ofFormat('csv')],
  ['users as XLSX', users.exportAll, ofFormat('xlsx')],
  ['users as JSON', users.exportAll, ofFormat('json')],
  ['the sample as CSV', imports.sampleFile, ofFormat('csv')],
  ['the sample as XLSX', imports.sampleFile, ofFormat('xlsx')],
  ['metrics', system.metrics, {}],
  ['bytes to measure by', playbackCheck.sample, {}],
  ['what tus is offered', uploads.resumableOptions, {}],
  ['a profile', users.profile, {}],
];
it.each(answers)('%s: type, status and headers are as described', async (_, endpoint, input) => {
  const { method, path: at } = endpoint;
  const root = await server.superAdmin();
  const url = buildUrl(server.origin, endpoint, input);
  const answer = await fetch(url, { method, headers: await root.headersFor(method, url) });
  await answer.arrayBuffer();
  const described = (await readDescription()).paths[at]?.[method.toLowerCase()];
  const response = described?.responses[answer.status];
  const type = answer.headers.get('content-type')?.split(';', 1)[0];
  expect(Object.keys(response?.content ?? { undefined: 0 })).toContain(`${type}`);
  for (const name of Object.keys(response?.headers ?? {})) {
    expect([name, answer.headers.get(name)]).toEqual([name, expect.any(String)]);
  }
});

it('the settings table of the README is the program’s', async () => {
  const table = formatSettingsTable(Object.values(allSettings));
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
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self'; style-src 'self' 'sha256-");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default dompurify");
  expect(policy).not.toMatch(/unsafe|https:/);
});
