import * as z from 'zod/mini';

/** Roles of the specification, section 6; its 'other' is our LEARNER. */
export const userTypes = ['LEARNER', 'ADMIN', 'SUPER_ADMIN'] as const;
export const userTypeSchema = z.enum(userTypes);
export type UserType = z.infer<typeof userTypeSchema>;

export const administrators: readonly UserType[] = ['ADMIN', 'SUPER_ADMIN'];

/** Tells whether the role may enter the admin area. */
export function isAdministrator(userType: UserType): boolean {
  return administrators.includes(userType);
}
