import {
  buildUrl,
  type ColumnMapping,
  endpoints,
  type ImportJob,
  readError,
} from '@prahari/contract';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import type { TestClient } from './test-client.ts';

export interface SheetUpload {
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly fileName?: string;
  readonly mimeType?: string;
  readonly columns?: ColumnMapping | string;
  readonly validateOnly?: boolean;
  readonly skipDuplicates?: boolean;
}

const answerSchema = z.object({ data: endpoints.imports.kendraData.data });

/** Sends a spreadsheet of users as a browser would. @throws ApiError */
export async function importUsers(
  origin: string,
  client: TestClient,
  upload: SheetUpload,
): Promise<ImportJob> {
  const form = new FormData();
  const { columns, content, validateOnly = false, skipDuplicates = false } = upload;
  if (columns !== undefined) {
    form.append('columns', typeof columns === 'string' ? columns : JSON.stringify(columns));
  }
  const blob = new Blob([content], { type: upload.mimeType ?? 'text/csv' });
  form.append('file', blob, upload.fileName ?? 'users.csv');
  // The nonce is learnt by a cheap call: a refusal would cost the whole body.
  await client.call(endpoints.auth.validate, {});
  const query = {
    validateOnly: `${validateOnly}` as const,
    skipDuplicates: `${skipDuplicates}` as const,
  };
  const url = buildUrl(origin, endpoints.imports.kendraData, { query });
  const headers = await client.headersFor('POST', url.split('?', 1)[0] ?? url);
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (!answer.ok) throw await readError(answer);
  return z.parse(answerSchema, await answer.json()).data;
}

export async function fetchImportJob(client: TestClient, id: string): Promise<ImportJob> {
  const job = await client.call(endpoints.uploads.job, { params: { id } });
  if (job.kind !== 'users') throw new Error('it is no import');
  return job;
}

/** Waits until the import has ended, well or not. */
export async function waitForImport(client: TestClient, id: string): Promise<ImportJob> {
  return vi.waitFor(
    async () => {
      const job = await fetchImportJob(client, id);
      expect(['completed', 'failed', 'cancelled']).toContain(job.state);
      return job;
    },
    { timeout: 40_000, interval: 50 },
  );
}
