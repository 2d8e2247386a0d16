import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  contactNumberSchema,
  countryCodeSchema,
  idSchema,
  noNul,
  pageOf,
  pageQuery,
} from '../fields.ts';
import { administrators, userTypeSchema } from '../roles.ts';
import { activationSchema, managedUserSchema } from '../user.ts';

const tag = 'Users';
const access = { kind: 'session', roles: administrators } as const;
const place = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100), noNul));

export const userEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users',
    access,
    tag,
    summary: 'List users, newest first',
    query: z.object(pageQuery),
    data: pageOf(managedUserSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/users',
    access,
    tag,
    summary: 'Create a user, who activates with the code in the answer',
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120), noNul),
      countryCode: countryCodeSchema,
      contactNumber: contactNumberSchema,
      userType: z._default(userTypeSchema, 'LEARNER'),
      kendraType: place,
      country: place,
      district: place,
    }),
    data: z.object({ user: managedUserSchema, activation: activationSchema }),
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/reset-password',
    access,
    tag,
    summary: 'End the sessions of a user and make a new activation code',
    params: z.object({ id: idSchema }),
    data: z.object({ activation: activationSchema }),
  }),
} as const;
