import { useErrorFeedback } from '../../../shared/errors/use-error-feedback.ts';

/** Shows why an action failed after its dialog has closed. */
export const useFailedAct = useErrorFeedback;
