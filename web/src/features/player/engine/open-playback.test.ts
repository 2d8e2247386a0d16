import { ApiError, type Endpoint, type ErrorReason } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../../shared/api/browser-api.ts';
import { openPlayback } from './open-playback.ts';

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
  const api: Pick<Api, 'call'> = { call };
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
  '/drm/tokens/generate': { userToken: 'token' },
  '/videos/{id}/access-validation': { allowed: true, reason: null },
  '/videos/{id}/stream': { title: 'Optics' },
};

describe('opening playback', () => {
  test('asks in order and answers the stream', async () => {
    const { api, asked } = server(fine);
    expect(await openPlayback(api, video)).toEqual({ kind: 'opened', stream: { title: 'Optics' } });
    expect(asked).toEqual(Object.keys(fine));
  });

  test('asks nothing more while the password is not confirmed', async () => {
    const locked = { '/drm/tokens/generate': refusal('access_session_required') };
    const { api, asked } = server({ ...fine, ...locked });
    expect(await openPlayback(api, video)).toEqual({ kind: 'access-required' });
    expect(asked).toEqual(['/drm/tokens/generate']);
  });

  test.each([
    { '/drm/tokens/generate': refusal('access_session_required') },
    { '/videos/{id}/access-validation': { allowed: false, reason: 'access_session_required' } },
    { '/videos/{id}/stream': refusal('access_session_required') },
  ])('a confirmation that ran out on the way is asked for again (%#)', async (change) => {
    const { api } = server({ ...fine, ...change });
    expect(await openPlayback(api, video)).toEqual({ kind: 'access-required' });
  });

  test('a refusal is told with its reason', async () => {
    const { api } = server({
      ...fine,
      '/videos/{id}/access-validation': { allowed: false, reason: 'video_not_available' },
    });
    await expect(openPlayback(api, video)).rejects.toMatchObject({ reason: 'video_not_available' });
  });
});
