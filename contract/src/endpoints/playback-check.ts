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
    summary: 'What a browser compares itself with before it plays',
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
    summary: 'Bytes that can’t be compressed, to measure the way from here; some a minute',
    data: { file: ['application/octet-stream'] },
  }),
} as const;
