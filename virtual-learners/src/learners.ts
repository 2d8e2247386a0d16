import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import {
  type Account,
  type Joined,
  type LearnersRequest,
  type Lesson,
  learnersAnswerSchema,
  learnersProgressSchema,
  type Watched,
} from './learners-plan.ts';

const stopTimeoutMs = 5000;

export interface Learners {
  readonly pid: number;
  /** Resolves when all have signed in and opened the lesson; from then on they watch. */
  join(accounts: readonly Account[], lesson: Lesson): Promise<Joined>;
  watch(seconds: number): Promise<Watched>;
  stop(): Promise<void>;
}

export interface LearnersOptions {
  /** Whether other programs of this machine go first; not always: learners that wait measure themselves. */
  readonly isInBackground?: boolean;
  /** Told every second how many requests were answered, and failed, in this join or watch. */
  onProgress?(soFar: { readonly requests: number; readonly failures: number }): void;
}

/**
 * Starts a process for virtual learners. It ends with the one that started it, however that ends, and
 * gets none of its settings, among which there are secrets.
 */
export async function startLearners({
  isInBackground = false,
  onProgress,
}: LearnersOptions = {}): Promise<Learners> {
  const file = path.join(import.meta.dirname, 'learners-process.ts');
  const child = fork(file, {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`the process of the learners ended (${code ?? signal})`)),
    );
  });
  // The caller that waits for an answer hears of it.
  ended.catch(() => undefined);
  const nextMessage = async (): Promise<unknown> => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return message;
  };
  await nextMessage();
  const { pid } = child;
  if (pid === undefined) throw new Error('no process was started');
  if (isInBackground) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);

  async function ask(request: LearnersRequest) {
    child.send(request);
    for (;;) {
      const message = await nextMessage();
      const progress = z.safeParse(learnersProgressSchema, message);
      if (progress.success) {
        onProgress?.(progress.data.soFar);
        continue;
      }
      const answer = z.parse(learnersAnswerSchema, message);
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    }
  }

  return {
    pid,
    async join(accounts, lesson) {
      const answer = await ask({ join: [...accounts], lesson });
      if (!('joined' in answer)) throw new Error('no learner joined');
      return answer;
    },
    async watch(seconds) {
      const answer = await ask({ watchSeconds: seconds });
      if (!('bytes' in answer)) throw new Error('nothing was counted');
      return answer;
    },
    async stop() {
      child.kill('SIGTERM');
      const timer = new AbortController();
      const late = delay(stopTimeoutMs, undefined, { signal: timer.signal }).then(
        () => child.kill('SIGKILL'),
        () => undefined,
      );
      await ended.catch(() => undefined);
      timer.abort();
      await late;
    },
  };
}
