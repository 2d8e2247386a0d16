import { describe, expect, it } from 'vitest';
import type { StoredCopy } from './copy-store.ts';
import { presentCopies } from './present-copies.ts';

const sealed = { iv: new Uint8Array(12), data: new ArrayBuffer(0) };

function createCopy(change: Partial<StoredCopy> = {}): StoredCopy {
  return {
    id: 'c1',
    videoId: 'v1',
    title: 'Heat',
    durationSeconds: 60,
    state: 'ready',
    failure: null,
    revokedFor: null,
    bytes: 100,
    totalBytes: 100,
    cachedAtMs: 1000,
    expiresAtMs: 9000,
    userId: 'asha',
    deviceId: 'd1',
    print: 'p1',
    secret: sealed,
    stream: sealed,
    licence: sealed,
    files: [],
    index: null,
    leftAtSeconds: null,
    ...change,
  };
}

function present(all: readonly StoredCopy[], nowMs = 2000, unwritten = new Map()) {
  return presentCopies(all, { ownerId: 'asha', unwritten, nowMs });
}

describe('copies on screen', () => {
  it('are those of one learner, the latest first, with the bytes of everyone', () => {
    const { copies, bytes } = present([
      createCopy({ id: 'old' }),
      createCopy({ id: 'new', cachedAtMs: 1500 }),
      createCopy({ id: 'other', userId: 'ravi', bytes: 50 }),
    ]);
    expect(copies.map(({ id }) => id)).toEqual(['new', 'old']);
    expect(bytes).toBe(250);
  });

  it('have expired at their time, but keep an earlier failure', () => {
    expect(present([createCopy()], 8999).copies[0]).toMatchObject({ state: 'ready' });
    expect(present([createCopy()], 9000).copies[0]).toMatchObject({ failure: 'expired' });
    const revoked = createCopy({ state: 'failed', failure: 'revoked' });
    expect(present([revoked], 9000).copies[0]).toMatchObject({ failure: 'revoked' });
  });

  it('show a failure that could not be stored, and nothing that is secret', () => {
    const [copy] = present([createCopy()], 2000, new Map([['c1', 'no-space']])).copies;
    expect(copy).toMatchObject({ state: 'failed', failure: 'no-space' });
    expect(Object.keys(copy ?? {})).not.toContain('secret');
  });
});
