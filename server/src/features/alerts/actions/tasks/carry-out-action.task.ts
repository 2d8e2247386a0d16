import * as z from 'zod/mini';
import type { JobKind } from '../../../../platform/jobs/queue.ts';

const dataSchema = z.object({ actionId: z.uuid() });
type CarryOutActionData = z.infer<typeof dataSchema>;

/** Over some two hours: a webhook or a mail server may be away for a while. */
export const actionTries = 10;

export const carryOutActionKind: JobKind<CarryOutActionData> = {
  name: 'carry-out-alert-action',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: actionTries - 1,
  retryDelayMaxSeconds: 1800,
  expireSeconds: 120,
};
