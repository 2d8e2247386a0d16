/**
 * A process of its own that makes one try of one job, to be killed in its midst. Reads where it works
 * from its standard input, and says `begun` when it takes the job.
 */
import { text } from 'node:stream/consumers';
import { resolveTools } from '@prahari/media';
import * as z from 'zod/mini';
import { fixedKeys } from '../../../platform/crypto/seal.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { wireProcessing } from './processing.fixture.ts';

const place = z
  .object({ connectionString: z.string(), dir: z.string(), key: z.string(), jobId: z.uuid() })
  .parse(JSON.parse(await text(process.stdin)));
const onError = () => undefined;
const { db } = openDatabase(place.connectionString, { poolSize: 3, onError });
const task = wireProcessing(db, place.dir).taskWith(
  fixedKeys(Buffer.from(place.key, 'hex')),
  await resolveTools(process.env),
);
process.stdout.write('begun\n');
const { signal } = new AbortController();
await task({ data: { jobId: place.jobId }, signal, attempt: 1 });
await db.destroy();
