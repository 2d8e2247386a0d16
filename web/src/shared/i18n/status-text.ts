import type { TextValues } from './text-values.generated.ts';

export type ErrorTextKey = `errors.${Exclude<keyof TextValues['errors'], 'reference'>}`;

/**
 * Chooses the text that tells a user about an HTTP status; 0 means that there was no answer
 * (specification, section 8).
 */
export function findStatusTextKey(status: number): ErrorTextKey {
  if (status >= 500) return 'errors.server';
  switch (status) {
    case 0:
      return 'errors.offline';
    case 401:
      return 'errors.unauthenticated';
    case 403:
      return 'errors.forbidden';
    case 404:
      return 'errors.notFound';
    case 429:
      return 'errors.tooManyRequests';
    default:
      return 'errors.unexpected';
  }
}
