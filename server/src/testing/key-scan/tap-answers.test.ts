import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findKeys } from './find-keys.ts';
import { appendOutput, readOutputs } from './output-file.ts';
import { tapAnswers } from './tap-answers.ts';

const key = randomBytes(16);
const k = key.toString('base64url');
const licence = JSON.stringify({ keys: [{ kty: 'oct', kid: 'x', k }], type: 'temporary' });
const licencePath = '/api/v1/drm/clearkey/license?playbackSession=1';

/** Ways in which a server could leak a key, by path. */
const answers: Readonly<Record<string, RequestListener>> = {
  [licencePath]: (_, response) =>
    response.setHeader('content-type', 'application/json').end(licence),
  '/in-a-header': (_, response) => response.setHeader('x-debug', `k=${k}`).end('nothing'),
  '/in-the-status': (_, response) => response.writeHead(200, k).end(),
  '/cut-in-two': (_, response) => {
    response.write(licence.slice(0, -20));
    response.end(licence.slice(-20));
  },
  '/never-ends': (_, response) => response.write(licence),
  '/gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(licence)),
  '/assets/a.js': (_, response) =>
    response.setHeader('content-encoding', 'br').end(brotliCompressSync(licence)),
  '/nothing': (_, response) => response.end(randomBytes(10_000)),
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'prahari-told-'));
const file = path.join(folder, 'told');
const { unfinished, stop } = tapAnswers((answer) => appendOutput(file, answer));
const server = createServer((request, response) => answers[request.url ?? '']?.(request, response));
let origin: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  // The process runs other files' servers next, when the folder of notes is removed.
  stop();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

it('a key is found in every way out of the server, and allowed in a licence only', async () => {
  const abort = new AbortController();
  for (const [where] of Object.entries(answers)) {
    const method = where === licencePath ? 'POST' : 'GET';
    const answer = await fetch(origin + where, { method, signal: abort.signal });
    if (where === '/never-ends')
      expect(findKeys(unfinished(), [key]).leaks).toEqual(['GET /never-ends']);
    else await answer.arrayBuffer();
  }
  abort.abort();
  await expect.poll(unfinished).toEqual([]);
  const { leaks, licences } = findKeys([...readOutputs(file)], []);
  expect(leaks.sort()).toEqual([
    'GET /assets/a.js',
    'GET /cut-in-two',
    'GET /gzip',
    'GET /in-a-header (headers)',
    'GET /in-the-status (headers)',
    'GET /never-ends',
  ]);
  expect(licences).toBe(1);
});

it('answers that begin after the tap has stopped are not noted', async () => {
  const noted: string[] = [];
  const other = tapAnswers(({ what }) => noted.push(what));
  await (await fetch(`${origin}/nothing`)).arrayBuffer();
  await expect.poll(() => noted).toEqual(['GET /nothing']);
  other.stop();
  await (await fetch(`${origin}/nothing`)).arrayBuffer();
  await expect.poll(unfinished).toEqual([]);
  expect(noted).toEqual(['GET /nothing']);
});

it('stored keys are looked for that no licence held, in pages, logs and refusals too', () => {
  const refused = {
    what: `POST ${licencePath}`,
    head: 'HTTP/1.1 403 Forbidden',
    body: Buffer.from(k),
  };
  const page = {
    what: 'page /watch/1',
    head: '',
    body: Buffer.from(`<p>${key.toString('hex')}</p>`),
  };
  const log = { what: 'the log pg.log', head: '', body: Buffer.from(JSON.stringify({ key })) };
  const told = [refused, page, log];
  expect(findKeys(told, [randomBytes(16)]).leaks).toEqual([]);
  expect(findKeys(told, [key])).toEqual({ leaks: told.map(({ what }) => what), licences: 0 });
});
