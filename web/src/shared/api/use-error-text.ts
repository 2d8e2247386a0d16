import { ApiError } from '@prahari/contract';
import { useCallback } from 'react';
import { useText } from '../i18n/use-text.ts';
import { findUserTextKey, type Situation } from './user-text.ts';

export interface ErrorText {
  readonly text: string;
  /** The id with which support finds the request in the logs; empty when no server answered. */
  readonly reference: string;
}

/** Turns an error into the sentence for the user, in the interface's language. */
export function useErrorText() {
  const { t } = useText();
  return useCallback(
    (error: unknown, situation?: Situation): ErrorText => {
      const id = error instanceof ApiError ? error.correlationId : null;
      return {
        text: t(findUserTextKey(error, situation)),
        reference: id === null ? '' : t('errors.reference', { id }),
      };
    },
    [t],
  );
}
