import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { importErrorTextKey } from './import-texts.ts';

/** The sentence for an error of these calls, and what support needs to find it. */
export function useImportErrorText() {
  const { t } = useText();
  const errorText = useErrorText();
  return (error: unknown) => {
    const general = errorText(error);
    const key = importErrorTextKey(error);
    return key ? { ...general, text: t(key) } : general;
  };
}
