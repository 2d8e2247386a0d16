import { Fragment } from 'react';
import { useSession } from '../shared/api/api-context.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { PageTitle } from '../shared/page-title/PageTitle.tsx';
import { EmptyState } from '../ui/StateMessage.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { HomeLink } from './HomeLink.tsx';

export function NotFoundPage() {
  const { t } = useText();
  const Frame = useSession().context ? Fragment : GuestFrame;
  return (
    <Frame>
      <PageTitle text={t('trouble.notFoundTitle')} />
      <EmptyState wholePage title={t('trouble.notFoundTitle')} action={<HomeLink />}>
        {t('trouble.notFoundText')}
      </EmptyState>
    </Frame>
  );
}
