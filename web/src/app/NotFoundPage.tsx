import { Fragment } from 'react';
import { useSession } from '../shared/api/api-context.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { PageTitle } from '../shared/page-title/PageTitle.tsx';
import { Link } from '../shared/routing/Link.tsx';
import { getButtonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/StateMessage.tsx';

export function NotFoundPage() {
  const { t } = useText();
  // The shell has its own main element; users who are not signed in see no shell.
  const Frame = useSession().context ? Fragment : 'main';
  return (
    <Frame>
      <PageTitle text={t('trouble.notFoundTitle')} />
      <EmptyState
        wholePage
        title={t('trouble.notFoundTitle')}
        action={
          <Link to="/" className={getButtonClass('primary')}>
            {t('trouble.goHome')}
          </Link>
        }
      >
        {t('trouble.notFoundText')}
      </EmptyState>
    </Frame>
  );
}
