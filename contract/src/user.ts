import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';
import { adminScopeSchema, permissionSchema } from './permissions.ts';
import { userTypeSchema } from './roles.ts';

export const userStatuses = ['invited', 'active', 'blocked'] as const;

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
  email: z.nullable(z.string()),
  status: z.enum(userStatuses),
  kendraType: z.nullable(z.string()),
  country: z.nullable(z.string()),
  district: z.nullable(z.string()),
  loginCount: z.int(),
  /** Thumbprint of the device that the account was bound to first. */
  deviceId: z.nullable(z.string()),
  createdAt: instantSchema,
  /** Send it back with an edit: an edit of something else than what was seen is refused. */
  updatedAt: instantSchema,
  lastLoginAt: z.nullable(instantSchema),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

/** One user with what only the detail page shows. */
export const userDetailSchema = z.extend(managedUserSchema, {
  /** Thumbprints of all devices that the account is bound to, the longest bound first. */
  deviceIds: z.array(z.string()),
  permissions: z.array(permissionSchema),
  adminScope: z.nullable(adminScopeSchema),
  hasSecondFactor: z.boolean(),
  /** The end of the code that they choose a password with; null without one that works. */
  codeExpiresAt: z.nullable(instantSchema),
});
export type UserDetail = z.infer<typeof userDetailSchema>;

/** A session as shown to its user and to administrators. */
export const sessionSchema = z.object({
  id: idSchema,
  deviceId: z.string(),
  /** Browser and system in words, out of the user agent. */
  device: z.string(),
  address: z.string(),
  signedInAt: instantSchema,
  lastSeenAt: instantSchema,
  isCurrent: z.boolean(),
  /** To a key that its browser says it keeps in hardware; the server can't know. */
  isBound: z.boolean(),
});
export const sessionListSchema = z.object({ items: z.array(sessionSchema) });
export type SessionView = z.infer<typeof sessionSchema>;

/** How a code reaches its user: shown once to the administrator, who hands it over, by SMS or e-mail. */
export const activationSchema = z.union([
  z.object({ delivery: z.literal('shown'), code: z.string(), expiresAt: instantSchema }),
  z.object({ delivery: z.enum(['sms', 'email']), code: z.null(), expiresAt: instantSchema }),
]);
export type Activation = z.infer<typeof activationSchema>;

/** Where learners are, each place once: what audiences, users and scopes are chosen from. */
export const placesSchema = z.object({
  kendraTypes: z.array(z.string()),
  countries: z.array(z.string()),
  districts: z.array(z.string()),
});
export type Places = z.infer<typeof placesSchema>;
