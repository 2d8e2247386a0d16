/**
 * A separate process that makes one try of one job, or of one renewal of keys, and is killed
 * halfway. Reads its database and folders from standard input, and prints `begun` when it claims
 * the job.
 */
import { text } from 'node:stream/consumers';
import type { MediaTools } from '@prahari/media';
import * as z from 'zod/mini';
import { createFixedKeys } from '../../../platform/crypto/seal.ts';
import { openTestDatabase } from '../../../platform/testing/test-database.ts';
import { wireRenewal } from '../keys/renewal.fixture.ts';
import { wireProcessing } from './processing.fixture.ts';

const where = {
  connectionString: z.string(),
  dir: z.string(),
  key: z.string(),
  pieceSeconds: z.optional(z.number()),
  /** As the test found them. */
  tools: z.custom<MediaTools>(),
};
const place = z
  .union([z.object({ ...where, jobId: z.uuid() }), z.object({ ...where, renewOf: z.uuid() })])
  .parse(JSON.parse(await text(process.stdin)));
const { db } = openTestDatabase(place.connectionString, 3);
const { pieceSeconds, tools } = place;
const wired = wireProcessing(db, place.dir, pieceSeconds === undefined ? {} : { pieceSeconds });
const masterKey = createFixedKeys(Buffer.from(place.key, 'hex'));
const work =
  'jobId' in place
    ? async () => {
        const { signal } = new AbortController();
        const task = wired.taskWith(masterKey, tools);
        await task({ data: { jobId: place.jobId }, signal });
      }
    : () => wireRenewal(wired, { masterKey, tools }).renew(place.renewOf);
process.stdout.write('begun\n');
await work();
await db.destroy();
