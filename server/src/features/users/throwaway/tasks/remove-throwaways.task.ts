import * as z from 'zod/mini';
import type { JobKind } from '../../../../platform/jobs/queue.ts';

const dataSchema = z.object({});

/** Looks every minute for accounts of runs that were killed. */
export const removeThrowawaysCron = '* * * * *';

export const removeThrowawaysKind: JobKind<z.infer<typeof dataSchema>> = {
  name: 'remove-throwaways',
  parse: (data) => z.parse(dataSchema, data ?? {}),
  retryLimit: 2,
  expireSeconds: 60,
};
