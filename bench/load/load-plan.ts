import * as z from 'zod/mini';

export const loadPlanSchema = z.object({
  port: z.int(),
  connections: z.int(),
  /** As they go over the wire. */
  requests: z.array(z.string()),
  /** How often the whole list is repeated. */
  repeat: z.int(),
  /** Sends this many a second, independent of the answers; without it, as fast as they arrive. */
  perSecond: z.optional(z.number()),
});
export type LoadPlan = z.infer<typeof loadPlanSchema>;

export const loadAnswerSchema = z.union([
  z.object({
    result: z.object({
      requests: z.int(),
      bytes: z.int(),
      seconds: z.number(),
      p50Ms: z.number(),
      p95Ms: z.number(),
      p99Ms: z.number(),
      p999Ms: z.number(),
    }),
  }),
  z.object({ error: z.string() }),
]);
export type LoadResult = {
  readonly requests: number;
  readonly bytes: number;
  readonly seconds: number;
  /** From the first byte of a request to the last of its answer. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
};
