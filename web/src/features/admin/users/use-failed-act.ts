import { useErrorFeedback } from '../../../shared/errors/use-error-feedback.ts';

/** Says why an act failed, where its dialog has gone already. */
export const useFailedAct = useErrorFeedback;
