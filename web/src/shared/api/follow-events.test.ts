import { ApiError } from '@prahari/contract';
import { expect, test } from 'vitest';
import {
  type FollowPorts,
  followEvents,
  type LiveState,
  longestSilenceMs,
} from './follow-events.ts';

const refusal = (status: number) =>
  new ApiError({
    status,
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    message: 'x',
    correlationId: null,
  });

/** A stream that sends these pieces after `lastsMs`, and then ends. */
type Answer = { readonly lastsMs: number; readonly text: string } | 'silent' | ApiError;

/** Follows through the answers and stops when there is none left. */
async function follow(...answers: readonly Answer[]) {
  const stop = new AbortController();
  let nowMs = 0;
  const states: LiveState[] = [];
  const events: string[] = [];
  const pauses: number[] = [];
  const left = [...answers];
  const ports: FollowPorts = {
    async open() {
      const answer = left.shift();
      if (answer === undefined) {
        stop.abort();
        throw new Error('stopped');
      }
      if (answer instanceof ApiError) throw answer;
      return new ReadableStream({
        start(controller) {
          if (answer === 'silent') return;
          nowMs += answer.lastsMs;
          controller.enqueue(new TextEncoder().encode(answer.text));
          controller.close();
        },
      });
    },
    onEvent: ({ name }) => void events.push(name),
    onState: (state) => void states.push(state),
    async pause(ms, signal) {
      // What is there is read first, as it is by a real clock.
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return;
      pauses.push(ms);
      nowMs += ms;
    },
    now: () => nowMs,
    random: () => 1,
  };
  await followEvents(ports, stop.signal);
  return { states, events, pauses };
}

const good: Answer = { lastsMs: 60_000, text: 'event: sync\ndata: {}\n\n' };
const brief: Answer = { lastsMs: 10, text: '' };

test('a stream that ends after a while is opened again at once', async () => {
  const { states, events, pauses } = await follow(good, good);
  expect(events).toEqual(['sync', 'sync']);
  expect(states).toEqual(['connecting', 'live', 'live', 'off']);
  expect(pauses).toEqual([]);
});

test('what fails is tried again after pauses that double, until it was good', async () => {
  const { states, pauses } = await follow(refusal(503), brief, refusal(503), good, brief);
  expect(pauses).toEqual([1000, 2000, 4000, 1000]);
  expect(states.at(-1)).toBe('off');
  expect(states.filter((state) => state === 'lost')).toHaveLength(4);
});

test('a refusal for good ends it, an expired token or a rate limit does not', async () => {
  expect((await follow(refusal(403), good)).events).toEqual([]);
  expect((await follow(refusal(401), good)).events).toEqual(['sync']);
  expect((await follow(refusal(429), good)).events).toEqual(['sync']);
});

test('a line that says nothing for too long is given up', async () => {
  const { pauses, events } = await follow('silent', good);
  expect(pauses[0]).toBe(longestSilenceMs);
  expect(events).toEqual(['sync']);
});
