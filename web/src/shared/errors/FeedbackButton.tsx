import { Button } from '../../ui/Button.tsx';
import { findUserTextKey, type Situation } from '../api/user-text.ts';
import { chooseFeedbackAction } from './feedback-action.ts';
import { useFeedbackActions } from './use-feedback-actions.ts';

export interface FeedbackButtonProps {
  readonly error: unknown;
  readonly situation?: Situation;
}

/**
 * Offers Login or Report Issue beside an error's sentence. Nothing where the sentence itself says
 * what to do, as after a wrong password; Retry is left to the component that shows the error.
 */
export function FeedbackButton({ error, situation }: FeedbackButtonProps) {
  const { label, onClick } = useFeedbackActions()(error);
  if (chooseFeedbackAction(error) === 'retry' || saysWhatToDo(error, situation)) return null;
  return (
    <Button size="compact" onClick={onClick}>
      {label}
    </Button>
  );
}

/** Sentences about a status tell what is wrong; those about a reason, what to do about it. */
function saysWhatToDo(error: unknown, situation: Situation | undefined): boolean {
  const key = findUserTextKey(error, situation);
  return !key.startsWith('errors.') && key !== 'auth.loginFailed' && key !== 'auth.tooManyAttempts';
}
