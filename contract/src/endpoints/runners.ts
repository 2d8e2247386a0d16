import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, instantSchema } from '../fields.ts';
import {
  partReturnReasons,
  runnerNameSchema,
  runnerPartSchema,
  runnerSchema,
  runnerToolsSchema,
} from '../runners.ts';

const tag = 'Runners';
/** They decide which machines see uploaded videos in the clear. */
const configurators = {
  kind: 'session',
  roles: ['SUPER_ADMIN'],
  permission: 'system.configure',
} as const;
const runner = { kind: 'runner', by: 'secret' } as const;

const byId = z.object({ id: idSchema });
const wholeNumberText = z.coerce.number<number>().check(z.int(), z.gte(0));
const atFence = { fence: wholeNumberText };
const fenceSchema = z.int().check(z.gte(0));

export const list = endpoint({
  method: 'GET',
  path: '/admin/runners',
  access: configurators,
  tag,
  summary: 'Machines that help to convert videos, newest first',
  data: z.object({
    items: z.array(runnerSchema),
    /** Whether the system configuration lets them have parts. */
    isAllowed: z.boolean(),
  }),
});

export const invite = endpoint({
  method: 'POST',
  path: '/admin/runners',
  access: configurators,
  tag,
  summary: 'Invite a runner: the token that registers it is answered this one time',
  body: z.object({ name: runnerNameSchema }),
  data: z.object({ runner: runnerSchema, token: z.string(), expiresAt: instantSchema }),
});

export const revoke = endpoint({
  method: 'DELETE',
  path: '/admin/runners/{id}',
  access: configurators,
  tag,
  summary: 'Revoke a runner for good: what it holds is made elsewhere',
  params: byId,
  data: runnerSchema,
});

export const register = endpoint({
  method: 'POST',
  path: '/runners/register',
  access: { kind: 'runner', by: 'token' },
  tag,
  summary: 'Use up the token of an invitation, for the secret of the runner',
  data: z.object({ runnerId: idSchema, name: z.string(), secret: z.string() }),
});

export const take = endpoint({
  method: 'POST',
  path: '/runners/parts/take',
  access: runner,
  tag,
  summary: 'Take the next part to make; what the runner held before is given back',
  body: runnerToolsSchema,
  data: z.object({ part: z.nullable(runnerPartSchema) }),
});

export const source = endpoint({
  method: 'GET',
  path: '/runners/parts/{id}/source',
  access: runner,
  tag,
  summary: 'A range of the source of a part that the runner holds, end inclusive',
  params: byId,
  query: z.object({ ...atFence, start: wholeNumberText, end: wholeNumberText }),
  data: { file: ['application/octet-stream'] },
});

export const progress = endpoint({
  method: 'POST',
  path: '/runners/parts/{id}/progress',
  access: runner,
  tag,
  summary: 'Say how far the part is: keeps it for the runner',
  params: byId,
  body: z.object({ fence: fenceSchema, fraction: z.number().check(z.gte(0), z.lte(1)) }),
  data: 'empty',
});

export const putFile = endpoint({
  method: 'PUT',
  path: '/runners/parts/{id}/files/{name}',
  access: runner,
  tag,
  summary: 'Send one of the files that the part consists of',
  params: z.extend(byId, { name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}\.mp4$/)) }),
  query: z.object(atFence),
  body: { stream: ['application/offset+octet-stream'] },
  data: 'empty',
});

export const give = endpoint({
  method: 'POST',
  path: '/runners/parts/{id}/give',
  access: runner,
  tag,
  summary: 'Give the part, all of whose files were sent; they are verified later',
  params: byId,
  body: z.object({ fence: fenceSchema }),
  data: 'empty',
});

export const giveBack = endpoint({
  method: 'POST',
  path: '/runners/parts/{id}/return',
  access: runner,
  tag,
  summary: 'Give a part back that was not made',
  params: byId,
  body: z.object({ fence: fenceSchema, why: z.enum(partReturnReasons) }),
  data: 'empty',
});
