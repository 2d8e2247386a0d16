import * as z from 'zod/mini';

/** Several small searches take more even a time than a large one. */
export const workParts = 16;

/**
 * The work that a device must do where others used up an account's sign-ins: `details.work` of the
 * refusal `proof_of_work_required`. For each part `i` from 0 on, find a number `n` such that
 * SHA-256 of 40 bytes begins with `bits` zero bits. The bytes: SHA-256 of `challenge` (ASCII), then
 * `i` and `n` as unsigned 32-bit integers, the most significant byte first.
 */
export const workOrderSchema = z.object({
  challenge: z.string(),
  parts: z.int(),
  bits: z.int(),
});
export type WorkOrder = z.infer<typeof workOrderSchema>;

export const proofOfWorkSchema = z.object({
  challenge: z.string().check(z.minLength(1), z.maxLength(256)),
  /** One number a part, in order. */
  numbers: z
    .array(z.int().check(z.gte(0), z.lte(0xff_ff_ff_ff)))
    .check(z.minLength(1), z.maxLength(workParts)),
});
export type ProofOfWork = z.infer<typeof proofOfWorkSchema>;
