// @vitest-environment jsdom
import { ApiError, type Endpoint, endpoints } from '@prahari/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeSession } from '../../../../shared/api/testing/fake-api.ts';
import { beginPlayback, openAhead, takePlayback } from './begin-playback.ts';
import { createChoice } from './begun-ahead.ts';

const video = '8e4df3a4-1111-4a2b-8c3d-000000000002';
const other = '8e4df3a4-1111-4a2b-8c3d-000000000003';
const locked = { videoAccessExpiresAt: null };

/** Counts the openings: each asks once whether the password is confirmed, and hears that it is not. */
function server(answer: () => Promise<unknown> = async () => locked) {
  const call = vi.fn(async (): Promise<never> => (await answer()) as never);
  return { call, session: createFakeSession() };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the page takes what the click began', async () => {
  const api = server();
  beginPlayback(api, video);
  expect(await takePlayback(api, video)).toEqual({ kind: 'access-required' });
  expect(api.call).toHaveBeenCalledTimes(1);
});

test('it is taken once: a retry opens again', async () => {
  const api = server();
  beginPlayback(api, video);
  await takePlayback(api, video);
  await takePlayback(api, video);
  expect(api.call).toHaveBeenCalledTimes(2);
});

test('another video is opened again', async () => {
  const api = server();
  beginPlayback(api, other);
  await takePlayback(api, video);
  expect(api.call).toHaveBeenCalledTimes(2);
});

test('an unused one is dropped', async () => {
  const api = server();
  beginPlayback(api, video);
  vi.advanceTimersByTime(10_000);
  await takePlayback(api, video);
  expect(api.call).toHaveBeenCalledTimes(2);
});

test('a failure reaches the page that takes it', async () => {
  const api = server(() => Promise.reject(new Error('down')));
  beginPlayback(api, video);
  await expect(takePlayback(api, video)).rejects.toThrow('down');
});

describe('ahead of the click', () => {
  const needsPassword = new ApiError({
    status: 403,
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    message: '',
    details: { reason: 'access_session_required' },
    correlationId: 'c-1',
  });

  /** Gives tokens, and answers how each video was opened. */
  function confirmed(refusal: Error = needsPassword, ahead: Error | null = null) {
    const opened: ('ahead' | 'at the click')[] = [];
    const session = createFakeSession();
    session.noteWatchConfirmed(true);
    async function call(endpoint: Endpoint): Promise<never> {
      if (endpoint === endpoints.drm.generateToken) return { userToken: 'token' } as never;
      if (endpoint === endpoints.auth.validate) return { videoAccessExpiresAt: 'soon' } as never;
      if (endpoint === endpoints.videos.accessValidation) return { reason: null } as never;
      opened.push(endpoint === endpoints.videos.openAhead ? 'ahead' : 'at the click');
      if (endpoint !== endpoints.videos.openAhead) throw refusal;
      if (ahead) throw ahead;
      return { stream: null } as never;
    }
    return { opened, api: { call, session } };
  }
  const settled = () => vi.advanceTimersByTimeAsync(0);
  let laterMs = Date.now();
  // The pause between two of them holds from test to test.
  beforeEach(() => {
    laterMs += 120_000;
    vi.setSystemTime(laterMs);
  });

  test('what may not be opened ahead is opened by the click, which learns why', async () => {
    const { opened, api } = confirmed();
    openAhead(api, video);
    await settled();
    expect(opened).toEqual(['ahead']);
    beginPlayback(api, video);
    expect(await takePlayback(api, video)).toEqual({ kind: 'access-required' });
    expect(opened).toEqual(['ahead', 'at the click']);
  });

  test('one that failed is opened again by the click', async () => {
    const { opened, api } = confirmed(new Error('down'), new Error('down'));
    openAhead(api, video);
    await settled();
    await expect(takePlayback(api, video)).rejects.toThrow('down');
    expect(opened).toEqual(['ahead', 'at the click']);
  });

  test('one that is a minute old is opened again', async () => {
    const { opened, api } = confirmed();
    openAhead(api, video);
    await vi.advanceTimersByTimeAsync(60_000);
    await takePlayback(api, video);
    expect(opened).toEqual(['ahead', 'at the click']);
  });

  test('nothing is opened before the password was confirmed', async () => {
    const { opened, api } = confirmed();
    api.session.noteWatchConfirmed(false);
    openAhead(api, video);
    await settled();
    expect(opened).toEqual([]);
  });

  test('a pointer that wanders opens one in two seconds', async () => {
    const { opened, api } = confirmed();
    for (const id of [other, video, other, video]) openAhead(api, id);
    await settled();
    expect(opened).toHaveLength(1);
  });
});

describe('the choice of what was opened', () => {
  test('lets what waits for it go on once it is made, also when it is given up later', async () => {
    const { chosen, choose, giveUp } = createChoice();
    choose();
    giveUp();
    await expect(chosen).resolves.toBeUndefined();
  });

  test('rejects once it is given up, also when it is made later', async () => {
    const { chosen, choose, giveUp } = createChoice();
    giveUp();
    choose();
    await expect(chosen).rejects.toThrow('did not choose');
  });
});
