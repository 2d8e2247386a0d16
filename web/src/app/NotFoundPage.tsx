import { Link } from 'react-router';
import { useText } from '../shared/i18n/use-text.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/StateMessage.tsx';

export function NotFoundPage() {
  const { t } = useText();
  return (
    <main>
      <EmptyState
        wholePage
        title={t('common.notFoundTitle')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('common.goHome')}
          </Link>
        }
      >
        {t('common.notFoundText')}
      </EmptyState>
    </main>
  );
}
