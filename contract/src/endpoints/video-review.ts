import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, instantSchema, noNul } from '../fields.ts';
import { reviewNoteCharacters } from '../incidents.ts';
import { userTypes } from '../roles.ts';

/** Apart from what every lesson needs: few learners ever make this call. */
export const requestReview = endpoint({
  method: 'POST',
  path: '/videos/{id}/review-request',
  access: { kind: 'session', roles: userTypes },
  tag: 'Security',
  summary:
    'Ask administrators to review why the caller’s access to a video ended; once, repeats change nothing',
  params: z.object({ id: idSchema }),
  body: z.object({
    note: z._default(z.string().check(z.trim(), z.maxLength(reviewNoteCharacters), noNul), ''),
  }),
  data: z.object({ requestedAt: instantSchema }),
});
