import { useText } from '../shared/i18n/use-text.ts';
import { ErrorState } from '../ui/StateMessage.tsx';

/** Without WebCrypto there is no device key, and without a device key nothing works. */
export function InsecureOriginPage() {
  const { t } = useText();
  return (
    <main>
      <ErrorState title={t('trouble.deviceErrorTitle')} icon="shield">
        {t('trouble.deviceErrorText')}
      </ErrorState>
    </main>
  );
}
