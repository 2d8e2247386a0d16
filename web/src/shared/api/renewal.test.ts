import { ApiError, type LoginData } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { createRenewal, type RenewalPorts } from './renewal.ts';

function loginData(accessToken: string): LoginData {
  return {
    accessToken,
    accessTokenExpiresAt: '2026-11-20T12:00:00Z',
    refreshToken: null,
    userType: 'LEARNER',
    user: {
      id: '8e4df3a4-1111-4a2b-8c3d-000000000001',
      name: 'Asha',
      contactNumber: '9876543210',
      countryCode: '+91',
      userType: 'LEARNER',
    },
    permissions: [],
    adminScope: null,
    videoAccessExpiresAt: null,
    mustEnrolSecondFactor: false,
  };
}

function refusal(status: number): ApiError {
  const code = status === 0 ? 'NETWORK_ERROR' : 'TOKEN_INVALID';
  return new ApiError({ status, type: 'x', code, message: 'x', correlationId: null });
}

/** One browser: a lock, a mark and a channel that all its tabs share. */
function browser(rotate: (nth: number) => Promise<LoginData>) {
  let rotations = 0;
  let mark: string | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const inboxes: ((data: LoginData) => void)[] = [];

  function tab() {
    const adopted: string[] = [];
    let ended = 0;
    let mine: ((data: LoginData) => void) | undefined;
    const ports: RenewalPorts = {
      rotate: () => rotate(++rotations),
      exclusively(work) {
        const turn = queue.then(work);
        queue = turn.catch(() => {});
        return turn;
      },
      announce(data) {
        for (const inbox of inboxes) if (inbox !== mine) inbox(data);
      },
      onAnnounced(listener) {
        mine = listener;
        inboxes.push(listener);
      },
      readMark: () => mark,
      writeMark: () => {
        mark = String(rotations);
      },
      adopt: (data) => void adopted.push(data.accessToken),
      end: () => {
        ended += 1;
      },
      delay: () => Promise.resolve(),
    };
    return { renew: createRenewal(ports), adopted, ended: () => ended, ports };
  }
  return { tab, rotations: () => rotations };
}

const fine = async (nth: number) => loginData(`token-${nth}`);

describe('renewal of the session', () => {
  test('two callers of one page share one rotation', async () => {
    const shared = browser(fine);
    const page = shared.tab();
    expect(await Promise.all([page.renew(), page.renew()])).toEqual([true, true]);
    expect(shared.rotations()).toBe(1);
    expect(page.adopted).toEqual(['token-1']);
  });

  test('a tab that waited uses what the other tab got', async () => {
    const shared = browser(fine);
    const [first, second] = [shared.tab(), shared.tab()];
    expect(await Promise.all([first.renew(), second.renew()])).toEqual([true, true]);
    expect(shared.rotations()).toBe(1);
    expect(second.adopted).toEqual(['token-1']);
  });

  test('a tab that is refused before it receives the renewal waits for it', async () => {
    const shared = browser(fine);
    const [first, second] = [shared.tab(), shared.tab()];
    const { announce } = first.ports;
    let deliver = () => {};
    first.ports.announce = (data) => {
      deliver = () => announce(data);
    };
    await first.renew();
    second.ports.delay = () => new Promise(() => {});
    const renewed = second.renew();
    await new Promise((resolve) => setTimeout(resolve));
    deliver();
    expect(await renewed).toBe(true);
    expect(shared.rotations()).toBe(1);
    expect(second.adopted).toEqual(['token-1']);
  });

  test('a later renewal rotates again', async () => {
    const shared = browser(fine);
    const page = shared.tab();
    await page.renew();
    await page.renew();
    expect(shared.rotations()).toBe(2);
  });

  test('a tab whose message got lost rotates on its own', async () => {
    const shared = browser(fine);
    const [first, second] = [shared.tab(), shared.tab()];
    first.ports.announce = () => {};
    expect(await Promise.all([first.renew(), second.renew()])).toEqual([true, true]);
    expect(shared.rotations()).toBe(2);
  });

  test.each([400, 401, 403])('a refusal by %d ends the session', async (status) => {
    const page = browser(() => Promise.reject(refusal(status))).tab();
    expect(await page.renew()).toBe(false);
    expect(page.ended()).toBe(1);
  });

  test.each([0, 429, 503])('a failure by %d ends nothing and is reported', async (status) => {
    const page = browser(() => Promise.reject(refusal(status))).tab();
    await expect(page.renew()).rejects.toMatchObject({ status });
    expect(page.ended()).toBe(0);
  });
});
