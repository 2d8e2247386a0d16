import { ApiError } from '@prahari/contract';

export type FeedbackAction = 'retry' | 'login' | 'report';

/**
 * Chooses what an error message offers (specification, section 8): Retry for network or 5xx, Login
 * when the session could not be renewed, Report Issue otherwise.
 */
export function chooseFeedbackAction(error: unknown): FeedbackAction {
  if (!(error instanceof ApiError)) return 'report';
  if (error.status === 0 || error.status >= 500) return 'retry';
  return error.status === 401 ? 'login' : 'report';
}
