import type { Strangers } from '@prahari/contract';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';

/** How often strangers tried, since when, and that they did not get in. */
export function StrangersText({ count, since, isMore }: Strangers) {
  const { t } = useText();
  const { dateTime } = useFormat();
  const said = { count, date: dateTime(new Date(since)) };
  return <p>{isMore ? t('strangers.more', said) : t('strangers.tried', said)}</p>;
}
