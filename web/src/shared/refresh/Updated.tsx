import { Time } from '../format/Time.tsx';
import { useText } from '../i18n/use-text.ts';

/** Says of when the figures of a page are, in the words of all such pages. */
export function Updated({ at }: { readonly at: string }) {
  const { t } = useText();
  return (
    <>
      {t('refresh.updated')} <Time value={at} show="relative" />
    </>
  );
}
