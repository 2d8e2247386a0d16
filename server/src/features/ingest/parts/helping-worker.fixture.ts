/**
 * A worker process that only makes parts for others, until it is killed. Reads its database and
 * folders from standard input, and prints `begun` when it looks for parts.
 */
import { text } from 'node:stream/consumers';
import type { MediaTools } from '@prahari/media';
import * as z from 'zod/mini';
import { openTestDatabase } from '../../../platform/testing/test-database.ts';
import { wireProcessing } from '../processing/processing.fixture.ts';
import { helpEncoding } from './tasks/help-encoding.task.ts';

const place = z
  .object({
    connectionString: z.string(),
    dir: z.string(),
    pieceSeconds: z.number(),
    /** As the test found them. */
    tools: z.custom<MediaTools>(),
  })
  .parse(JSON.parse(await text(process.stdin)));
const { db } = openTestDatabase(place.connectionString, 3);
const { base, folders } = wireProcessing(db, place.dir, { pieceSeconds: place.pieceSeconds });
const { signal } = new AbortController();
process.stdout.write('begun\n');
// Half a minute's rest, as after a part that failed, is longer than a test's whole video takes.
const helping = { findRoom: () => 1, signal, restMs: 200 };
await helpEncoding({ ...base, ...folders, tools: place.tools }, helping);
