import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instantSchema } from '../fields.ts';

const tag = 'Playback check';
// Users who can't even sign in may ask what is wrong with the machine.
const everybody = { kind: 'public' } as const;

export const playbackCheckEndpoints = {
  facts: endpoint({
    method: 'GET',
    path: '/playback-check',
    access: everybody,
    tag,
    summary: 'What a browser checks itself against before it plays',
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
