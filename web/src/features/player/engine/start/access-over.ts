import { ApiError, endpoints } from '@prahari/contract';
import type { Api } from '../../../../shared/api/browser-api.ts';

/**
 * Tells whether playback stopped because the hour after confirming the password is over, rather
 * than because the lesson was opened elsewhere. In doubt it was not: the error is told then.
 */
export async function isAccessOver(
  api: Pick<Api, 'call' | 'session'>,
  error: unknown,
): Promise<boolean> {
  const isEnded = error instanceof ApiError && error.reason === 'playback_session_ended';
  if (!isEnded) return false;
  const answer = await api.call(endpoints.auth.validate, {}).catch(() => null);
  const isOver = answer !== null && answer.videoAccessExpiresAt === null;
  if (isOver) api.session.noteWatchConfirmed(false, answer.isConfirmedElsewhere);
  return isOver;
}
