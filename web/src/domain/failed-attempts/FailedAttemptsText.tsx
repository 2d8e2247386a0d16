import type { FailedAttemptsByOthers } from '@prahari/contract';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';

/** Says how often others tried, since when, and that they did not get in. */
export function FailedAttemptsText({ count, since, isMore }: FailedAttemptsByOthers) {
  const { t } = useText();
  const { dateTime } = useFormat();
  const values = { count, date: dateTime(new Date(since)) };
  return <p>{isMore ? t('failedAttempts.more', values) : t('failedAttempts.tried', values)}</p>;
}
