import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { notify } from '../../../ui/notify.ts';

/** Says why an act failed, where its dialog has gone already. */
export function useFailedAct() {
  const errorText = useErrorText();
  return (error: unknown) => {
    const { text, reference } = errorText(error);
    notify.error(text, { description: reference });
  };
}
