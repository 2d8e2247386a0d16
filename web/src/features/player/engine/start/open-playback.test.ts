import { ApiError, type Endpoint, type ErrorReason } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { createFakeSession } from '../../../../shared/api/testing/fake-api.ts';
import { openPlayback, openPlaybackAhead } from './open-playback.ts';

const video = '8e4df3a4-1111-4a2b-8c3d-000000000002';

/** Answers by path, and remembers what was asked. */
function server(answers: Record<string, unknown>) {
  const asked: string[] = [];
  async function call(endpoint: Endpoint): Promise<never> {
    asked.push(endpoint.path);
    const answer = answers[endpoint.path];
    if (answer instanceof Error) throw answer;
    return answer as never;
  }
  const api: Pick<Api, 'call' | 'session'> = { call, session: createFakeSession() };
  return { api, asked };
}

function refusal(reason: ErrorReason): ApiError {
  return new ApiError({
    status: 403,
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    message: 'x',
    details: { reason },
    correlationId: null,
  });
}

const fine = {
  '/auth/validate': { videoAccessExpiresAt: '2026-11-20T12:00:00Z' },
  '/drm/tokens/generate': { userToken: 'token' },
  '/videos/{id}/stream': { title: 'Optics' },
};

describe('opening playback', () => {
  test('asks in order and answers the stream', async () => {
    const { api, asked } = server(fine);
    expect(await openPlayback(api, video)).toEqual({ kind: 'opened', stream: { title: 'Optics' } });
    expect(asked).toEqual(Object.keys(fine));
  });

  test('asks nothing more while the password is not confirmed', async () => {
    const { api, asked } = server({ ...fine, '/auth/validate': { videoAccessExpiresAt: null } });
    expect(await openPlayback(api, video)).toEqual({ kind: 'access-required' });
    expect(asked).toEqual(['/auth/validate']);
  });

  test('a confirmation that ran out on the way is asked for again', async () => {
    const { api } = server({
      ...fine,
      '/videos/{id}/stream': refusal('access_session_required'),
      '/videos/{id}/access-validation': { allowed: false, reason: 'access_session_required' },
    });
    expect(await openPlayback(api, video)).toEqual({ kind: 'access-required' });
    expect(api.session.isWatchConfirmed()).toBe(false);
  });

  test('a confirmation from another network is asked for again, and that is known', async () => {
    const { api } = server({
      ...fine,
      '/auth/validate': { videoAccessExpiresAt: null, isConfirmedElsewhere: true },
      '/drm/tokens/generate': refusal('access_session_required'),
    });
    api.session.noteWatchConfirmed(true);
    expect(await openPlayback(api, video)).toEqual({ kind: 'access-required' });
    expect(api.session.isWatchConfirmed()).toBe(false);
    expect(api.session.isWatchConfirmedElsewhere()).toBe(true);
  });

  test('a page that knows of the confirmation does not ask for it', async () => {
    const { api, asked } = server(fine);
    api.session.noteWatchConfirmed(true);
    await openPlayback(api, video);
    expect(asked).not.toContain('/auth/validate');
  });

  test('a refusal is told with the reason that the validation gives', async () => {
    const { api } = server({
      ...fine,
      '/videos/{id}/stream': refusal('user_token_invalid'),
      '/videos/{id}/access-validation': { allowed: false, reason: 'video_not_available' },
    });
    await expect(openPlayback(api, video)).rejects.toMatchObject({ reason: 'video_not_available' });
  });

  test('ahead of a click it is one call, and what may not be played is no error', async () => {
    const { api, asked } = server({ '/drm/open-ahead': { stream: { title: 'Optics' } } });
    const opened = await openPlaybackAhead(api, video, {});
    expect(opened).toEqual({ kind: 'opened', stream: { title: 'Optics' } });
    expect(asked).toEqual(['/drm/open-ahead']);
    const refusing = server({ '/drm/open-ahead': { stream: null } });
    expect(await openPlaybackAhead(refusing.api, video, {})).toEqual({ kind: 'not-ahead' });
  });
});
