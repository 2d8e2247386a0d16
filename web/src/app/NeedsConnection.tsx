import { useText } from '../shared/i18n/use-text.ts';
import { PageTitle } from '../shared/page-title/PageTitle.tsx';
import { Link } from '../shared/routing/Link.tsx';
import { getButtonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/StateMessage.tsx';

/** Of a page that was opened without a connection: it comes by itself when there is one. */
export function NeedsConnection() {
  const { t } = useText();
  return (
    <>
      <PageTitle text={t('trouble.needsConnectionTitle')} />
      <EmptyState
        wholePage
        icon="warning"
        title={t('trouble.needsConnectionTitle')}
        action={
          <Link to="/downloads" className={getButtonClass('primary')}>
            {t('trouble.toDownloads')}
          </Link>
        }
      >
        {t('trouble.needsConnectionText')}
      </EmptyState>
    </>
  );
}
