import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';
import { userTypeSchema } from './roles.ts';
import { userFilters } from './user-list-query.ts';

export const bulkLimits = {
  /** How many users one call may change. */
  users: 2000,
  /** How long a deleted user can be restored. */
  restoreDays: 30,
} as const;

/** Acts on many users at once that the right `users.write` allows. */
export const bulkActs = ['block', 'unblock', 'sign-out', 'new-codes', 'add-to-group'] as const;
export type BulkAct = (typeof bulkActs)[number];

const ids = z.array(idSchema).check(z.minLength(1), z.maxLength(bulkLimits.users));

/** The selected users: named one by one, or all that match the filters of the list. */
export const userSelectionSchema = z.union([
  z.object({ ids }),
  z.object({
    matching: z.object(userFilters),
    /** How many the caller was shown: refused when it is another number by now. */
    expected: z.int().check(z.gte(1), z.lte(1_000_000_000)),
  }),
]);
export type UserSelection = z.output<typeof userSelectionSchema>;

/** Why an act left a user as it was. */
export const bulkRefusals = [
  /** Gone, or not seen by the caller: alike. */
  'not_found',
  'not_allowed',
  'not_yourself',
  /** Super administrators are changed one at a time. */
  'super_administrator',
  /** It is so already: blocked, a member, signed out. */
  'already',
  'phone_taken',
] as const;
export type BulkRefusal = (typeof bulkRefusals)[number];

/** The outcome of an act for a user; also filters lists of the audit log. */
export const bulkOutcomes = ['done', ...bulkRefusals] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

export const bulkResultSchema = z.object({
  /** Ids of those who were changed. */
  done: z.array(idSchema),
  refused: z.array(
    z.object({
      id: idSchema,
      /** Null for users the caller may not see. */
      name: z.nullable(z.string()),
      reason: z.enum(bulkRefusals),
    }),
  ),
});
export type BulkResult = z.infer<typeof bulkResultSchema>;

/** A code that is shown once, with what a slip of paper says. */
const shownCodeSchema = z.object({
  name: z.string(),
  contactNumber: z.string(),
  code: z.string(),
  expiresAt: instantSchema,
});

/** Codes that were made at once. Those that are neither sent by SMS nor by e-mail are shown once. */
export const issuedCodesSchema = z.object({
  shown: z.array(shownCodeSchema),
  sentBySms: z.int(),
  sentByEmail: z.int(),
});
export type IssuedCodes = z.infer<typeof issuedCodesSchema>;

/** A deleted user who can still be restored. */
export const deletedUserSchema = z.object({
  id: idSchema,
  name: z.string(),
  contactNumber: z.string(),
  userType: userTypeSchema,
  deletedAt: instantSchema,
  restorableUntil: instantSchema,
});
export type DeletedUser = z.infer<typeof deletedUserSchema>;

/** How many of a group still have to activate their account, and what they hold. */
export const groupActivationSchema = z.object({
  members: z.int(),
  /** Without a password, and not blocked. */
  waiting: z.int(),
  /** Of those: hold a code that still works. */
  withValidCode: z.int(),
});
export type GroupActivation = z.infer<typeof groupActivationSchema>;
