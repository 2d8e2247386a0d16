import { processingFailures, type UploadJob } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';

/** Why a job failed in the reader's language; codes of other versions in the words of the server. */
export function useFailureText() {
  const { t } = useText();
  return (failure: NonNullable<UploadJob['failure']>): string => {
    const code = processingFailures.find((known) => known === failure.code);
    return code ? t(`failures.${code}`) : failure.message;
  };
}
