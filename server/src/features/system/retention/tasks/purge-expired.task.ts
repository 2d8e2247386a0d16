import * as z from 'zod/mini';
import type { JobKind } from '../../../../platform/jobs/queue.ts';

const dataSchema = z.object({});

/** Every hour, so that also a machine that sleeps at night has its turn. */
export const purgeExpiredCron = '23 * * * *';

export const purgeExpiredKind: JobKind<z.infer<typeof dataSchema>> = {
  name: 'remove-past',
  parse: (data) => z.parse(dataSchema, data ?? {}),
  retryLimit: 2,
  // The rest is done in the next hour.
  expireSeconds: 30 * 60,
};
