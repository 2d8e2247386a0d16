import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Account } from '../rig/api-client.ts';
import { stopChild, track } from '../rig/process.ts';
import {
  type Joined,
  type LearnersRequest,
  learnersAnswerSchema,
  type Watched,
} from './learners-plan.ts';
import type { Lesson } from './virtual-learner.ts';

export interface Learners {
  readonly pid: number;
  /** Resolves when all have signed in and opened the lesson; from then on they watch. */
  join(accounts: readonly Account[], lesson: Lesson): Promise<Joined>;
  watch(seconds: number): Promise<Watched>;
  stop(): Promise<void>;
}

/** Virtual learners, in their own process. */
export async function startLearners(): Promise<Learners> {
  const child = fork(path.join(import.meta.dirname, 'learners-process.ts'));
  track(child);
  await once(child, 'message');
  const { pid } = child;
  if (pid === undefined) throw new Error('no process was started');

  async function ask(request: LearnersRequest) {
    child.send(request);
    const [message] = await once(child, 'message');
    const answer = z.parse(learnersAnswerSchema, message);
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  return {
    pid,
    async join(accounts, lesson) {
      const answer = await ask({ join: [...accounts], lesson });
      if (!('joined' in answer)) throw new Error('nobody joined');
      return answer;
    },
    async watch(seconds) {
      const answer = await ask({ watchSeconds: seconds });
      if (!('bytes' in answer)) throw new Error('nothing was counted');
      return answer;
    },
    stop: () => stopChild(child),
  };
}
