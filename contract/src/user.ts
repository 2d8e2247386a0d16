import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';
import { userTypeSchema } from './roles.ts';

const userStatuses = ['invited', 'active', 'blocked'] as const;

/** A user as shown to that user (specification, section 3: stored user fields). */
export const ownUserSchema = z.object({
  id: idSchema,
  name: z.string(),
  contactNumber: z.string(),
  countryCode: z.string(),
  userType: userTypeSchema,
});
export type OwnUser = z.infer<typeof ownUserSchema>;

/** A user as shown to administrators. */
export const managedUserSchema = z.extend(ownUserSchema, {
  status: z.enum(userStatuses),
  kendraType: z.nullable(z.string()),
  country: z.nullable(z.string()),
  district: z.nullable(z.string()),
  loginCount: z.int(),
  createdAt: instantSchema,
  lastLoginAt: z.nullable(instantSchema),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

/** A code that the administrator hands to the user; shown once. */
export const activationSchema = z.object({ code: z.string(), expiresAt: instantSchema });
