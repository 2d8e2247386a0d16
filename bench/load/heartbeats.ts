import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Account } from '@prahari/virtual-learners';
import * as z from 'zod/mini';
import { stopChild, track } from '../rig/process.ts';
import { type HeartbeatsRequest, heartbeatsAnswerSchema } from './heartbeats-plan.ts';
import type { LoadResult } from './load-plan.ts';

export interface Players {
  /** Resolves when all have signed in and opened the lesson. */
  join(
    accounts: readonly Account[],
    lesson: { readonly origin: string; readonly videoId: string },
  ): Promise<void>;
  /** Makes so many heartbeats with their proofs, good for some minutes. */
  prepare(count: number, perSecond: number): Promise<void>;
  /** Sends those that were prepared. */
  send(port: number, perSecond: number): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Players that only report, in a process of their own. */
export async function startPlayers(): Promise<Players> {
  const child = fork(path.join(import.meta.dirname, 'heartbeats-process.ts'));
  track(child);
  await once(child, 'message');

  async function ask(request: HeartbeatsRequest) {
    child.send(request);
    const [message] = await once(child, 'message');
    const answer = z.parse(heartbeatsAnswerSchema, message);
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  return {
    async join(accounts, lesson) {
      await ask({ join: [...accounts], ...lesson });
    },
    async prepare(count, perSecond) {
      await ask({ prepare: count, perSecond });
    },
    async send(port, perSecond) {
      const answer = await ask({ send: port, perSecond });
      if (!('result' in answer)) throw new Error('no heartbeat was sent');
      return answer.result;
    },
    stop: () => stopChild(child),
  };
}
