import { ApiError } from '@prahari/contract';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';

/** Here and not among the words of all pages, whose first script would carry them. */
const REASON_TEXTS = {
  upload_quota_exceeded: 'uploads.errorQuota',
  upload_expired: 'uploads.errorExpired',
  upload_busy: 'uploads.errorBusy',
  upload_part_lost: 'uploads.errorPartLost',
  file_store_unavailable: 'uploads.errorFileStore',
  media_quota_exceeded: 'uploads.errorMediaQuota',
  upload_target_taken: 'uploads.errorTargetTaken',
  upload_target_busy: 'uploads.errorTargetBusy',
  upload_target_gone: 'uploads.errorTargetGone',
} as const;

function isKnown(reason: string): reason is keyof typeof REASON_TEXTS {
  return Object.hasOwn(REASON_TEXTS, reason);
}

/** The sentence for what stopped an upload, and what support needs to find it. */
export function useUploadErrorText() {
  const { t } = useText();
  const errorText = useErrorText();
  return (error: unknown) => {
    const told = errorText(error);
    const reason = error instanceof ApiError ? error.reason : null;
    return reason !== null && isKnown(reason) ? { ...told, text: t(REASON_TEXTS[reason]) } : told;
  };
}
