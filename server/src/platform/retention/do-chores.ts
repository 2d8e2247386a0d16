import type { Log } from '../log/log.ts';
import type { Chore } from './chore.ts';

/** Small enough that no statement holds its rows for long. */
const defaultBatch = 1000;

/**
 * Carries out every chore to its end, batch by batch; stopped or killed in between, the next turn
 * goes on where this one ended. A chore that fails does not delay the others.
 * @throws AggregateError of those that failed
 */
export async function doChores(
  chores: readonly Chore[],
  deps: { readonly log: Log; readonly signal: AbortSignal; readonly batch?: number },
): Promise<void> {
  const failures: unknown[] = [];
  for (const chore of chores) {
    try {
      const removed = await finish(chore, deps.signal, deps.batch ?? defaultBatch);
      if (removed > 0)
        deps.log.info({ chore: chore.name, removed }, 'what was past its use is gone');
    } catch (error) {
      deps.log.warn({ err: error, chore: chore.name }, 'a chore failed');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not every chore could be done');
}

async function finish(chore: Chore, signal: AbortSignal, batch: number): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const count = await chore.removeSome(batch);
    removed += count;
    if (count < batch) break;
  }
  return removed;
}
