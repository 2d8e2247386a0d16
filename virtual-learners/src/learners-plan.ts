import * as z from 'zod/mini';

const lessonSchema = z.object({
  /** Under which learners open it; proofs and cookies are for it. */
  origin: z.string(),
  /** Where the server listens without TLS, perhaps behind its proxy. */
  port: z.int(),
  /** The address of this machine on which it listens; left out, the loopback. */
  host: z.optional(z.string()),
  videoId: z.string(),
});
export type Lesson = z.infer<typeof lessonSchema>;

const accountSchema = z.object({ contactNumber: z.string(), password: z.string() });
export type Account = z.infer<typeof accountSchema>;

/** What the learners' process is asked to do. */
export const learnersRequestSchema = z.union([
  /** One learner for each account that is named; one named twice has two devices. */
  z.object({ join: z.array(accountSchema), lesson: lessonSchema }),
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

/** Sent every second while an answer is worked on. */
export const learnersProgressSchema = z.object({
  soFar: z.object({ requests: z.int(), failures: z.int() }),
});
export type LearnersProgress = z.infer<typeof learnersProgressSchema>;

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
