import { ApiError } from '@prahari/contract';
import { expect, it } from 'vitest';
import type { Api } from '../../shared/api/browser-api.ts';
import { sendViews } from './settle-copies.ts';

/** Keeps `count` views of each of two copies, and answers each call with `answer`. */
function open(count: number, answer: () => Promise<unknown>) {
  const views = ['c1', 'c2'].flatMap((copyId, at) =>
    Array.from({ length: count }, (_, number) => ({
      key: at * count + number,
      view: { copyId, event: { position: number } },
    })),
  );
  const left = new Map(views.map((one) => [one.key, one]));
  const sent: string[] = [];
  const api = {
    call: async (_: unknown, { params, body }: { params: { id: string }; body: never }) => {
      sent.push(`${params.id}: ${(body as { events: unknown[] }).events.length}`);
      return answer();
    },
  } as unknown as Pick<Api, 'call'>;
  const kept = {
    listViews: async () => [...left.values()],
    async removeViews(keys: readonly number[]) {
      for (const key of keys) left.delete(key);
    },
  } as unknown as Parameters<typeof sendViews>[1];
  return { api, kept, sent, left };
}

function refuse(status: number) {
  return () =>
    Promise.reject(
      new ApiError({
        status,
        type: 'x',
        code: 'INVALID_VALUE',
        message: 'no',
        correlationId: null,
      }),
    );
}

it('sends the views of each copy, fifty at once, and forgets them', async () => {
  const { api, kept, sent, left } = open(60, async () => undefined);
  await sendViews(api, kept);
  expect(sent).toEqual(['c1: 50', 'c1: 10', 'c2: 50', 'c2: 10']);
  expect(left.size).toBe(0);
});

it('forgets views that the server refuses for good, and keeps them while it is away', async () => {
  const refused = open(2, refuse(404));
  await sendViews(refused.api, refused.kept);
  expect(refused.left.size).toBe(0);
  const away = open(2, refuse(503));
  await expect(sendViews(away.api, away.kept)).rejects.toThrow();
  expect(away.left.size).toBe(4);
  expect(away.sent).toEqual(['c1: 2']);
});
