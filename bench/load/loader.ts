import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as z from 'zod/mini';
import { stopChild, track } from '../rig/process.ts';
import { type LoadPlan, type LoadResult, loadAnswerSchema } from './load-plan.ts';

export interface Loader {
  run(plan: LoadPlan): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** The client side of a load measurement, in its own process. */
export async function startLoader(): Promise<Loader> {
  const child = fork(path.join(import.meta.dirname, 'load-process.ts'));
  track(child);
  await once(child, 'message');
  return {
    async run(plan) {
      child.send(plan);
      const [message] = await once(child, 'message');
      const answer = z.parse(loadAnswerSchema, message);
      if ('error' in answer) throw new Error(answer.error);
      return answer.result;
    },
    stop: () => stopChild(child),
  };
}
