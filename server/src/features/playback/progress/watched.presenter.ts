import * as z from 'zod/mini';
import { nothingWatched, type Watched } from './watched.rules.ts';

const schema = z.object({
  spans: z.array(z.tuple([z.number(), z.number()])),
  last: z.nullable(
    z.object({
      playbackSessionId: z.string(),
      position: z.number(),
      happenedAtMs: z.number(),
      isPlaying: z.boolean(),
    }),
  ),
  heardAtMs: z.number(),
  creditSeconds: z.number(),
});

/** Reads what was stored; empty where nothing was. */
export function readWatched(stored: unknown): Watched {
  const read = z.safeParse(schema, stored);
  return read.success ? read.data : nothingWatched;
}
