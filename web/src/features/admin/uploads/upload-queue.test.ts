import { expect, test, vi } from 'vitest';
import type { SendHandlers, VideoToSend } from './send-video.ts';
import { createUploadQueue } from './upload-queue.ts';

const video = (title: string): VideoToSend => ({
  title,
  description: '',
  category: null,
  audience: null,
  publish: false,
  file: new File([new Uint8Array(100)], `${title}.mp4`),
});

/** A queue whose uploads the test moves by hand. */
function queueOf(...titles: string[]) {
  const sent = new Map<string, SendHandlers>();
  const acts: string[] = [];
  let key = 0;
  const onDone = vi.fn();
  const queue = createUploadQueue({
    send({ title }, handlers) {
      sent.set(title, handlers);
      return {
        start: () => void acts.push(`start ${title}`),
        stop: () => void acts.push(`stop ${title}`),
        discard: async () => void acts.push(`discard ${title}`),
      };
    },
    onDone,
    nowMs: () => key * 1000,
    newKey() {
      key += 1;
      return `${key}`;
    },
  });
  for (const title of titles) queue.add(video(title));
  const states = () => queue.items().map(({ title, state }) => `${title} ${state}`);
  return { queue, sent, acts, onDone, states };
}

test('two go at a time, and the next when one has arrived', () => {
  const { sent, acts, states, onDone } = queueOf('a', 'b', 'c');
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);
  sent.get('a')?.onDone();
  expect(states()).toEqual(['b sending', 'c sending']);
  expect(acts).toEqual(['start a', 'start b', 'start c']);
  expect(onDone).toHaveBeenCalledWith(expect.objectContaining({ title: 'a' }));
});

test('a paused one frees its place, and waits for its turn when it continues', () => {
  const { queue, acts, states } = queueOf('a', 'b', 'c');
  queue.pause('1');
  expect(states()).toEqual(['a paused', 'b sending', 'c sending']);
  queue.resume('1');
  expect(states()).toEqual(['a waiting', 'b sending', 'c sending']);
  queue.pause('2');
  expect(states()).toEqual(['a sending', 'b paused', 'c sending']);
  expect(acts).toEqual(['start a', 'start b', 'stop a', 'start c', 'stop b', 'start a']);
});

test('bytes that come late do not wake a paused one', () => {
  const { queue, sent, states } = queueOf('a');
  queue.pause('1');
  sent.get('a')?.onProgress(50);
  expect(states()).toEqual(['a paused']);
  expect(queue.items()[0]?.sentBytes).toBe(0);
});

test('a dropped line keeps its place, and the next byte tells that it is back', () => {
  const { queue, sent, acts, states } = queueOf('a', 'b', 'c');
  sent.get('a')?.onWaiting();
  expect(states()).toEqual(['a retrying', 'b sending', 'c waiting']);
  queue.retryNow();
  expect(acts.slice(-2)).toEqual(['stop a', 'start a']);
  sent.get('a')?.onProgress(10);
  expect(states()[0]).toBe('a sending');
});

test('a refused one stays with its reason, and can be tried again', () => {
  const { queue, sent, states } = queueOf('a', 'b', 'c');
  const reason = new Error('no room');
  sent.get('a')?.onError(reason);
  expect(states()).toEqual(['a failed', 'b sending', 'c sending']);
  expect(queue.items()[0]?.error).toBe(reason);
  sent.get('b')?.onDone();
  queue.resume('1');
  expect(states()).toEqual(['a sending', 'c sending']);
});

test('a cancelled one is forgotten in the browser and at the server', async () => {
  const { queue, acts, states } = queueOf('a', 'b', 'c');
  await queue.cancel('1');
  expect(states()).toEqual(['b sending', 'c sending']);
  expect(acts).toContain('discard a');
});
