import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instantSchema } from '../fields.ts';

const tag = 'Playback check';
// Open without a sign-in: users who can't sign in may check what is wrong with their machine.
const everybody = { kind: 'public' } as const;

export const playbackCheckEndpoints = {
  facts: endpoint({
    method: 'GET',
    path: '/playback-check',
    access: everybody,
    tag,
    summary: 'Get what a browser checks itself against before it plays',
    data: z.object({
      serverTime: instantSchema,
      /** Least width of a desktop's screen, in device pixels. */
      minimumScreenPixels: z.int(),
      sampleBytes: z.int(),
    }),
  }),
  sample: endpoint({
    method: 'GET',
    path: '/playback-check/sample',
    access: everybody,
    tag,
    summary: 'Incompressible bytes for measuring the connection; limited per minute',
    data: { file: ['application/octet-stream'] },
  }),
} as const;
