import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildUrl, endpoints, readError } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';
import * as z from 'zod/mini';
import type { Measurement } from '../measurement.ts';
import { activateAccount } from '../rig/api-client.ts';
import { readPrinted, startPrahari } from '../rig/prahari.ts';

const rows = 50_000;
const limitSeconds = 60;
const limitMegabytes = 300;
const pollMs = 100;
const password = 'mango tree by the old well';
const firstNumber = 9_000_000_000;

/** A spreadsheet of 50,000 learners: from its upload to the last of them, on a separate server. */
export const userImport: Measurement = {
  name: 'user-import',
  async run({ scratchDir }) {
    const dataDir = path.join(scratchDir, 'import');
    await mkdir(dataDir, { mode: 0o711 });
    const server = await startPrahari({ dataDir, by: 'node' });
    try {
      const admin = await activateAccount(server.origin, {
        contactNumber: readPrinted(server, 'Super administrator'),
        password,
        code: readPrinted(server, 'One-time password'),
      });
      const before = residentMegabytes(server.pid);
      const imported = await importAll(server.origin, admin, () => residentMegabytes(server.pid));
      const exported = await exportAll(server.origin, admin, () => residentMegabytes(server.pid));
      const details = { rows, beforeMegabytes: before, ...imported };
      return [
        {
          name: 'import of 50,000 users',
          unit: 's',
          ours: imported.seconds,
          details,
          against: { what: 'limit', value: limitSeconds },
          goal: { atMost: 1 },
        },
        {
          name: 'growth in memory meanwhile',
          unit: 'MB',
          ours: imported.peakMegabytes - before,
          against: { what: 'limit', value: limitMegabytes },
          goal: { atMost: 1 },
        },
        {
          name: 'growth in memory by an export of them',
          unit: 'MB',
          ours: Math.max(0, exported.peakMegabytes - imported.peakMegabytes),
          against: { what: 'limit', value: limitMegabytes },
          goal: { atMost: 1 },
          details: exported,
        },
      ];
    } finally {
      await server.stop();
    }
  },
};

async function importAll(origin: string, admin: ApiClient, resident: () => number) {
  const lines = Array.from({ length: rows }, (_, at) => {
    const district = `District ${at % 700}`;
    return `Learner ${at},+91,${firstNumber + at},Urban,India,${district}\n`;
  });
  const header = 'name,countryCode,contactNumber,kendraType,country,district\n';
  const form = new FormData();
  form.append('file', new Blob([header, ...lines]), 'users.csv');
  await admin.call(endpoints.auth.validate, {});
  const url = buildUrl(origin, endpoints.imports.bulkUpload, {});
  const headers = await admin.headersFor('POST', url);
  const begun = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (!answer.ok) throw await readError(answer);
  const schema = z.object({ data: endpoints.imports.bulkUpload.data });
  const { id } = z.parse(schema, await answer.json()).data;
  let peakMegabytes = 0;
  for (;;) {
    peakMegabytes = Math.max(peakMegabytes, resident());
    const job = await admin.call(endpoints.uploads.job, { params: { id } });
    if (job.kind !== 'users') throw new Error('it is no import');
    if (job.state === 'completed') {
      if (job.rows.created !== rows) throw new Error(`${job.rows.created} users were created`);
      break;
    }
    if (job.state === 'failed') throw new Error(`the import failed: ${job.failure?.message}`);
    await delay(pollMs);
  }
  return { seconds: (performance.now() - begun) / 1000, peakMegabytes };
}

/** Reads the export as it comes, and keeps nothing of it. */
async function exportAll(origin: string, admin: ApiClient, resident: () => number) {
  await admin.call(endpoints.auth.validate, {});
  const url = buildUrl(origin, endpoints.users.exportAll, { query: { format: 'xlsx' } });
  const headers = await admin.headersFor('GET', url.split('?', 1)[0] ?? url);
  const begun = performance.now();
  const answer = await fetch(url, { headers });
  if (!answer.ok || !answer.body) throw await readError(answer);
  let peakMegabytes = 0;
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    peakMegabytes = Math.max(peakMegabytes, resident());
  }
  return { seconds: (performance.now() - begun) / 1000, bytes, peakMegabytes };
}

/** What the server alone holds in memory, without its database (proc(5), `VmRSS`). */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
