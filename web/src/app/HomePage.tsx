import { useText } from '../shared/i18n/use-text.ts';
import { EmptyState } from '../ui/StateMessage.tsx';
import { Shell } from './Shell.tsx';

export function HomePage() {
  const { t } = useText();
  return (
    <Shell room="study" nav={[{ to: '/', label: t('library.title'), icon: 'film', end: true }]}>
      <EmptyState title={t('common.emptyHomeTitle')} icon="film">
        {t('common.emptyHomeText')}
      </EmptyState>
    </Shell>
  );
}
