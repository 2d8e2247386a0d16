import * as z from 'zod/mini';
import { loadAnswerSchema } from './load-plan.ts';

/** What the process of the players is asked to do, one after the other. */
export const heartbeatsRequestSchema = z.union([
  /** One player for each account; all open the lesson. */
  z.object({
    join: z.array(z.object({ contactNumber: z.string(), password: z.string() })),
    origin: z.string(),
    videoId: z.string(),
  }),
  /** So many heartbeats are made, each with its proof: the work of players, not of the server. */
  z.object({ prepare: z.int(), perSecond: z.int() }),
  /** Those that were prepared are sent to this port. */
  z.object({ send: z.int(), perSecond: z.int() }),
]);
export type HeartbeatsRequest = z.infer<typeof heartbeatsRequestSchema>;

export const heartbeatsAnswerSchema = z.union([z.object({ ready: z.int() }), loadAnswerSchema]);
