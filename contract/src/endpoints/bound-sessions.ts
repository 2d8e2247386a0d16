import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/**
 * Describes to a browser the session that it bound to its own key: a format of the W3C (Device
 * Bound Session Credentials, section "JSON Session Instruction Format").
 */
export const boundSessionSchema = z.object({
  session_identifier: z.string(),
  refresh_url: z.optional(z.string()),
  /** False where the session is over: the browser forgets it. */
  continue: z.boolean(),
  scope: z.optional(z.object({ include_site: z.boolean() })),
  credentials: z.optional(
    z.array(z.object({ type: z.literal('cookie'), name: z.string(), attributes: z.string() })),
  ),
});
export type BoundSession = z.infer<typeof boundSessionSchema>;

const tag = 'Auth';
/**
 * Called by the browser itself, which sends no device proof; its own signature takes the proof's
 * place.
 */
const everybody = { kind: 'public' } as const;
const response = { 'Secure-Session-Response': { about: 'The JWT that the browser signed' } };
const challenge = {
  'Secure-Session-Challenge': { about: 'What the next JWT must sign, with the session in `id`' },
};

export const boundSessionEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/auth/bound-session',
    access: everybody,
    tag,
    summary:
      'Bind the session that was just opened to a key of the browser (Device Bound Session Credentials); called by the browser itself',
    headers: { asked: response, answered: challenge },
    data: { raw: boundSessionSchema },
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/bound-session/refresh',
    access: everybody,
    tag,
    summary:
      'Renew the short-lived cookie of a bound session with a new signature of its key; called by the browser itself',
    headers: {
      asked: {
        'Sec-Secure-Session-Id': { about: 'The session, as a quoted string' },
        ...response,
      },
      answered: challenge,
    },
    data: { raw: boundSessionSchema },
  }),
} as const;
