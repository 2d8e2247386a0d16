import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as z from 'zod/mini';
import { stopChild, track } from '../rig/process.ts';
import { type EventPlan, eventAnswerSchema } from './event-plan.ts';

export interface EventSource {
  readonly pid: number;
  /** @returns how many were recorded, and how long that took */
  record(plan: EventPlan): Promise<{ readonly events: number; readonly seconds: number }>;
  stop(): Promise<void>;
}

/** A process that records events as a server does. */
export async function startEventSource(): Promise<EventSource> {
  const child = fork(path.join(import.meta.dirname, '..', 'peers', 'event-recorder.ts'));
  track(child);
  await once(child, 'message');
  return {
    pid: child.pid ?? 0,
    async record(plan) {
      child.send(plan);
      const [message] = await once(child, 'message');
      const answer = z.parse(eventAnswerSchema, message);
      if ('error' in answer) throw new Error(answer.error);
      return answer.result;
    },
    stop: () => stopChild(child),
  };
}
