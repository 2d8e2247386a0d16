import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buildUrl, endpoints, readError } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';
import type { Measurement } from '../measurement.ts';
import { activateAccount } from '../rig/api-client.ts';
import { startPeer } from '../rig/peer.ts';
import { readPrinted, startPrahari } from '../rig/prahari.ts';

const megabyte = 1_000_000;
/** The most that the page sends in one request. */
const pieceBytes = 64 * 1024 ** 2;
const pieces = 4;
const rounds = 3;
const { beginResumable, continueResumable } = endpoints.uploads;
const password = 'mango tree by the old well';

/** A file by tus 1.0 in pieces with checksums, against the same bytes by bare Node into a file. */
export const upload: Measurement = {
  name: 'upload',
  async run({ scratchDir }) {
    const dataDir = path.join(scratchDir, 'upload');
    await mkdir(dataDir, { mode: 0o711 });
    const server = await startPrahari({ dataDir, by: 'node' });
    const peer = await startPeer('bare-upload', { FOLDER: scratchDir });
    try {
      const admin = await activateAccount(server.origin, {
        contactNumber: readPrinted(server, 'Super administrator'),
        password,
        code: readPrinted(server, 'One-time password'),
      });
      const piece = new Uint8Array(randomBytes(pieceBytes));
      const ours: number[] = [];
      const bare: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await byTus(server.origin, admin, piece));
        bare.push(await byBareNode(`http://127.0.0.1:${peer.port}/`, piece));
      }
      return [
        {
          name: 'upload in pieces with checksums',
          unit: 'MB/s',
          ours: Math.max(...ours),
          against: { what: 'bare Node to disk', value: Math.max(...bare) },
          goal: { atLeast: 0.7 },
          details: { ours, bare, bytes: pieces * pieceBytes },
        },
      ];
    } finally {
      await peer.stop();
      await server.stop();
    }
  },
};

/** @returns megabytes a second, the making of proofs and checksums not counted */
async function byTus(origin: string, client: ApiClient, piece: Uint8Array<ArrayBuffer>) {
  const checksum = `sha256 ${createHash('sha256').update(piece).digest('base64')}`;
  await client.call(endpoints.auth.validate, {});
  const url = buildUrl(origin, beginResumable, {});
  const version = { 'tus-resumable': '1.0.0' };
  const begun = await fetch(url, {
    method: 'POST',
    headers: {
      ...version,
      ...(await client.headersFor('POST', url)),
      // One byte more than will come: no video is to be made of it.
      'upload-length': `${pieces * pieceBytes + 1}`,
      'upload-metadata': `title ${btoa('Bench')}`,
    },
  });
  if (!begun.ok) throw await readError(begun);
  const id = begun.headers.get('location')?.split('/').at(-1);
  const address = buildUrl(origin, continueResumable, { params: { id } });
  let seconds = 0;
  for (let at = 0; at < pieces; at += 1) {
    const headers = {
      ...version,
      ...(await client.headersFor('PATCH', address)),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': `${at * pieceBytes}`,
      'upload-checksum': checksum,
    };
    const from = performance.now();
    const answer = await fetch(address, { method: 'PATCH', headers, body: piece });
    seconds += (performance.now() - from) / 1000;
    if (!answer.ok) throw await readError(answer);
  }
  return (pieces * pieceBytes) / megabyte / seconds;
}

/** The same chunks, each into its own file. @returns megabytes a second */
async function byBareNode(url: string, piece: Uint8Array<ArrayBuffer>) {
  const from = performance.now();
  for (let at = 0; at < pieces; at += 1) {
    const answer = await fetch(url, { method: 'PATCH', body: piece });
    if (!answer.ok) throw new Error(`bare Node answered ${answer.status}`);
  }
  return (pieces * pieceBytes) / megabyte / ((performance.now() - from) / 1000);
}
