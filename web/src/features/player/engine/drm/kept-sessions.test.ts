// @vitest-environment jsdom
import { ApiError, type Endpoint, endpoints } from '@prahari/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { readKeptLicences } from '../../persistence/kept-licences.ts';
import { aStream } from '../../testing/a-stream.ts';
import { createChoice } from '../start/begun-ahead.ts';
import { type ActiveSession, createKeptSessions } from './kept-sessions.ts';

const session: ActiveSession = {
  sessionId: 's1',
  sessionType: 'persistent-license',
  initDataType: 'cenc',
  initData: Uint8Array.of(0, 1, 254, 255),
};
const sixHoursMs = 6 * 3_600_000;

let notes: string[];
let asked: { endpoint: Endpoint; input: unknown }[];
let nowMs: number;
let refusal: Error | null;
let inBrowser: string[];
beforeEach(() => {
  localStorage.clear();
  [notes, asked, nowMs, refusal, inBrowser] = [[], [], 0, null, ['s1']];
});

function open(
  name: Parameters<typeof createKeptSessions>[1] = 'com.widevine.alpha',
  chosen = Promise.resolve(),
) {
  async function call(endpoint: Endpoint, input: unknown): Promise<never> {
    asked.push({ endpoint, input });
    if (refusal) throw refusal;
    return {} as never;
  }
  return createKeptSessions(aStream, name, {
    api: { call },
    storage: localStorage,
    now: () => nowMs,
    chosen,
    note: (eventType, networkCall) => void notes.push(`${eventType}${networkCall ? ' !' : ''}`),
    hasSession: async (id) => inBrowser.includes(id),
  });
}
const apiError = (status: number) =>
  new ApiError({ status, type: 'x', code: 'ACCESS_DENIED', message: '', correlationId: null });

describe('a licence that the browser took up to keep', () => {
  test('is remembered once, with six hours to live', () => {
    const kept = open();
    for (let time = 0; time < 2; time += 1) kept.remember([session]);
    expect(readKeptLicences(localStorage)).toMatchObject([
      { sessionId: 's1', expirationTime: new Date(sixHoursMs).toISOString() },
    ]);
    expect(notes).toEqual(['license_persisted']);
  });

  test('is none when it ends with the page, or has no id yet', () => {
    open().remember([
      { ...session, sessionType: 'temporary' },
      { ...session, sessionId: '' },
      { ...session, initData: null },
    ]);
    expect(notes).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  test('is used again after the server confirms it', async () => {
    open().remember([session]);
    nowMs = sixHoursMs - 1;
    notes = [];
    const { sessionId, initDataType, initData } = session;
    expect(await open().toLoad()).toEqual([{ sessionId, initDataType, initData }]);
    expect(asked).toEqual([
      {
        endpoint: endpoints.drm.persistentLicense,
        input: {
          params: { system: 'widevine', id: aStream.videoId },
          query: { playbackSession: aStream.playbackSessionId },
        },
      },
    ]);
    expect(notes).toEqual(['cache_hit', 'license_request', 'license_loaded']);
  });

  const end: Readonly<Record<string, () => void>> = {
    'its time is over': () => {
      nowMs = sixHoursMs;
    },
    'the browser has it no more': () => {
      inBrowser = [];
    },
    'the server does not know it': () => {
      refusal = apiError(404);
    },
    'the server refuses to play': () => {
      refusal = apiError(403);
    },
  };
  test.each([
    ['its time is over', 'license_expired', 0],
    ['the browser has it no more', 'license_load_failed', 0],
    ['the server does not know it', 'license_load_failed !', 0],
    ['the server refuses to play', 'license_load_failed !', 1],
  ])('is not played with when %s', async (why, noted, left) => {
    open().remember([session]);
    notes = [];
    end[why]?.();
    expect(await open().toLoad()).toEqual([]);
    expect(notes).toEqual([noted]);
    expect(readKeptLicences(localStorage)).toHaveLength(left);
  });

  test('stays, and the server hears of nothing, when the video was not chosen after all', async () => {
    open().remember([session]);
    const choice = createChoice();
    const loading = open('com.widevine.alpha', choice.chosen).toLoad();
    choice.giveUp();
    await expect(loading).rejects.toThrow('did not choose');
    expect(asked).toEqual([]);
    expect(readKeptLicences(localStorage)).toHaveLength(1);
  });

  test('belongs to its key system alone', async () => {
    open().remember([session]);
    expect(await open('com.apple.fps').toLoad()).toEqual([]);
    expect(await open('org.w3.clearkey').toLoad()).toEqual([]);
    expect(asked).toEqual([]);
  });
});
