import * as z from 'zod/mini';
import { amount, anyOf, instantSchema, pageQuery, textFilter, wholeNumber } from './fields.ts';
import { userTypes } from './roles.ts';
import { userStatuses } from './user.ts';

export const userSortKeys = [
  'name',
  'contactNumber',
  'userType',
  'status',
  'kendraType',
  'country',
  'district',
  'loginCount',
  'createdAt',
  'lastLoginAt',
] as const;

/** Specification, section 3: user list filters. */
export const userFilters = {
  search: pageQuery.search,
  kendraType: textFilter,
  country: textFilter,
  district: textFilter,
  status: anyOf(userStatuses),
  userType: anyOf(userTypes),
  /** Instants, both ends included. */
  createdFrom: z.optional(instantSchema),
  createdTo: z.optional(instantSchema),
  lastLoginFrom: z.optional(instantSchema),
  lastLoginTo: z.optional(instantSchema),
  loginCount: amount({ digits: 9 }),
} as const;

export const userListQuery = z.object({
  ...pageQuery,
  /** Lists of users are as quick at their end as at their begin. */
  page: wholeNumber({ min: 1, max: 1_000_000, fallback: 1 }),
  ...userFilters,
  sortBy: z._default(z.enum(userSortKeys), 'createdAt'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'desc'),
});
