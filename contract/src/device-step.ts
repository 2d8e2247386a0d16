import * as z from 'zod/mini';

const label = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,43}$/));

/**
 * The claim `step` in the proof of a sign-in or renewal: how the device continues from its previous
 * step. Each device key has one chain of steps; a second one shows a copy.
 */
export const deviceStepSchema = z.object({
  from: label,
  to: label,
  /** How many steps this device took, with this one. */
  count: z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER - 1)),
});
export type DeviceStep = z.infer<typeof deviceStepSchema>;
