import * as z from 'zod/mini';

/** What a process records as learners would. */
export const eventPlanSchema = z.object({
  connectionString: z.string(),
  /** Of the spool, through which they are recorded; without it, they are only inserted. */
  folder: z.optional(z.string()),
  /** Numbers of the events begin here. */
  from: z.int(),
  seconds: z.number(),
  /** As fast as they can be recorded, without it. */
  perSecond: z.optional(z.int()),
  /** Ends with an event about this user. */
  lastUserId: z.optional(z.string()),
});
export type EventPlan = z.infer<typeof eventPlanSchema>;

export const eventAnswerSchema = z.union([
  z.object({ result: z.object({ events: z.int(), seconds: z.number() }) }),
  z.object({ error: z.string() }),
]);

/** Every hundredth event is a failed sign-in, so many of them one after the other of one account. */
export const failuresEvery = 100;
export const failuresOfOne = 20;
