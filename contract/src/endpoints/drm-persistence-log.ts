import * as z from 'zod/mini';
import { persistenceEventSchema, persistenceLogLimits } from '../drm-persistence.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema } from '../fields.ts';
import { userTypes } from '../roles.ts';

export const drmPersistence = endpoint({
  method: 'POST',
  path: '/logs/drm-persistence',
  access: { kind: 'session', roles: userTypes },
  tag: 'Logs',
  summary: 'Report what a browser logged about keeping licences, several at a time',
  body: z.object({
    events: z
      .array(persistenceEventSchema)
      .check(z.minLength(1), z.maxLength(persistenceLogLimits.flushAtEvents)),
    sessionId: z.string().check(z.maxLength(100)),
    timestamp: instantSchema,
  }),
  data: z.object({ accepted: z.int() }),
});
