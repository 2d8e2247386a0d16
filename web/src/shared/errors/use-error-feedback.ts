import { useCallback } from 'react';
import { notify } from '../../ui/notify.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { useFeedbackActions } from './use-feedback-actions.ts';

/** Says that something failed, and offers what helps: Retry, Login or Report Issue. */
export function useErrorFeedback() {
  const errorText = useErrorText();
  const actionFor = useFeedbackActions();
  return useCallback(
    (error: unknown) => {
      const { text, reference } = errorText(error);
      notify.error(text, { description: reference, action: actionFor(error) });
    },
    [errorText, actionFor],
  );
}
