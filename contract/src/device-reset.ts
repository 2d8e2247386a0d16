import * as z from 'zod/mini';
import { instantSchema } from './fields.ts';

/**
 * Whether learners who proved their password on a device that is not theirs yet may move their
 * account to it: `details.deviceReset` of the refusal `device_not_bound`.
 */
export const deviceResetSchema = z.union([
  z.object({ state: z.literal('not_offered') }),
  z.object({ state: z.literal('later'), possibleAt: instantSchema }),
  /** Once it is used, `nextPossibleAt` says when it can be used again. */
  z.object({ state: z.literal('possible'), nextPossibleAt: instantSchema }),
]);
export type DeviceReset = z.infer<typeof deviceResetSchema>;
