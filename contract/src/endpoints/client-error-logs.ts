import * as z from 'zod/mini';
import {
  clientErrorGroupSchema,
  clientErrorLimits,
  clientErrorReportSchema,
  clientErrorSchema,
  errorCategories,
  logLevels,
} from '../client-errors.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema, instantSchema, pageOf, pageQuery } from '../fields.ts';
import { administrators, userTypes } from '../roles.ts';

const tag = 'Logs';

export const reportClientErrors = endpoint({
  method: 'POST',
  path: '/logs/client-errors',
  access: { kind: 'session', roles: userTypes },
  tag,
  summary: 'Report errors of the web app, several at a time; repeats are stored once',
  body: z.object({
    logs: z
      .array(clientErrorReportSchema)
      .check(z.minLength(1), z.maxLength(clientErrorLimits.entriesPerCall)),
    metadata: z.object({ clientVersion: z.string().check(z.maxLength(40)) }),
  }),
  data: z.object({ accepted: z.int() }),
});

export const clientErrors = endpoint({
  method: 'GET',
  path: '/admin/client-errors',
  access: { kind: 'session', roles: administrators, permission: 'performance.read' },
  tag,
  summary: 'Browser errors of users in scope in the last 24 hours, newest first',
  query: z.object({
    ...pageQuery,
    id: z.optional(idSchema),
    /** With the same category, operation and message as this one. */
    sameAs: z.optional(idSchema),
    level: z.optional(z.enum(logLevels)),
    category: z.optional(z.enum(errorCategories)),
    userId: z.optional(idSchema),
    reported: z.optional(z.enum(['true', 'false'])),
    resolved: z.optional(z.enum(['true', 'false'])),
    from: z.optional(instantSchema),
    to: z.optional(instantSchema),
  }),
  data: pageOf(clientErrorSchema),
});

export const clientErrorGroups = endpoint({
  method: 'GET',
  path: '/admin/client-error-groups',
  access: clientErrors.access,
  tag,
  summary:
    'The same browser errors, those of one category, operation and message as one; the group with the latest error first',
  query: z.omit(clientErrors.query, { id: true, sameAs: true }),
  data: pageOf(clientErrorGroupSchema),
});

export const setClientErrorResolved = endpoint({
  method: 'PUT',
  path: '/admin/client-errors/{id}/resolved',
  access: { kind: 'session', roles: administrators, permission: 'performance.read' },
  tag,
  summary:
    'Mark a browser error and all matching ones as resolved or open; a new occurrence reopens it',
  params: z.object({ id: idSchema }),
  body: z.object({ resolved: z.boolean() }),
  data: clientErrorSchema,
});
