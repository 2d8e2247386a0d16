import * as z from 'zod/mini';
import { sessionEndCauses } from './events.ts';
import { idSchema, instantSchema } from './fields.ts';

/** What can happen at a sign-in to an account, or during its session. */
export const loginEventKinds = [
  'signed-in',
  'sign-in-refused',
  'code-refused',
  'device-bound',
  'device-refused',
  'device-copied',
  'session-ended',
  'password-changed',
  'password-reset-requested',
  'second-factor-enrolled',
  'second-factor-removed',
  'guessing-noticed',
  'passkey-added',
  'passkey-removed',
  'passkey-refused',
  'passkey-copied',
] as const;
export type LoginEventKind = (typeof loginEventKinds)[number];

/** Many wrong passwords and codes for an account, from devices that never signed in to it. */
export const failedAttemptsByOthersSchema = z.object({
  count: z.int(),
  /** There are more than were counted. */
  isMore: z.boolean(),
  since: instantSchema,
});
export type FailedAttemptsByOthers = z.infer<typeof failedAttemptsByOthersSchema>;

/** One entry of an account's login history, as its user and administrators see it. */
export const loginEventSchema = z.object({
  id: idSchema,
  at: instantSchema,
  kind: z.enum(loginEventKinds),
  /** Why a session ended; null otherwise. */
  cause: z.nullable(z.enum(sessionEndCauses)),
  /** Browser and system in words; null where none was there. */
  device: z.nullable(z.string()),
  deviceId: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type LoginEvent = z.infer<typeof loginEventSchema>;
