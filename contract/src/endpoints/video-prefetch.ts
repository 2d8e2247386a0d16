import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../fields.ts';
import { userTypes } from '../roles.ts';

/** `v720/12.m4s,v720/13.m4s,audio/12.m4s`: one to three names as the manifest has them. */
const names = /^(?:[a-z][a-z0-9]{0,15}\/\d{1,7}\.m4s(?:,(?!$)|$)){1,3}$/;

export const prefetch = endpoint({
  method: 'POST',
  path: '/videos/{id}/prefetch',
  access: { kind: 'session', roles: userTypes },
  tag: 'Videos',
  summary: 'Prefetch the next segments into memory: up to three, as the manifest names them',
  params: z.object({ id: idSchema }),
  query: z.object({ segments: z.string().check(z.regex(names)) }),
  data: z.object({ accepted: z.int() }),
});
