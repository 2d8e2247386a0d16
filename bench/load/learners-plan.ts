import * as z from 'zod/mini';

const lesson = z.object({ origin: z.string(), port: z.int(), videoId: z.string() });
const account = z.object({ contactNumber: z.string(), password: z.string() });

/** What the learners' process is asked to do. */
export const learnersRequestSchema = z.union([
  /** One learner for each account that is named; one named twice has two devices. */
  z.object({ join: z.array(account), lesson }),
  /** How long the learners who joined are measured. */
  z.object({ watchSeconds: z.number() }),
]);
export type LearnersRequest = z.infer<typeof learnersRequestSchema>;

const timesSchema = z.object({
  count: z.int(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
});

export const learnersAnswerSchema = z.union([
  /** Sign-ins with the confirmation of the password, and what opened the first lesson. */
  z.object({ joined: z.int(), signIn: timesSchema, opening: timesSchema }),
  z.object({
    /** From the moment when the player wanted it to the last byte. */
    segment: timesSchema,
    heartbeat: timesSchema,
    /** Of its calls, each: token, stream, licence. */
    opening: timesSchema,
    bytes: z.int(),
    failures: z.int(),
    firstFailure: z.nullable(z.string()),
  }),
  z.object({ error: z.string() }),
]);
type LearnersAnswer = z.infer<typeof learnersAnswerSchema>;
export type Joined = Extract<LearnersAnswer, { joined: number }>;
export type Watched = Extract<LearnersAnswer, { bytes: number }>;
