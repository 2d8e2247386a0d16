import { useText } from '../../shared/i18n/use-text.ts';
import { PageTitle } from '../../shared/page-title/PageTitle.tsx';
import { Link } from '../../shared/routing/Link.tsx';
import { getButtonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';

/** The page of a lesson that does not exist, or not for this learner. */
export function NoSuchVideo() {
  const { t } = useText();
  return (
    <>
      <PageTitle text={t('lesson.noSuchLesson')} />
      <EmptyState
        wholePage
        title={t('lesson.noSuchLesson')}
        action={
          <Link to="/" className={getButtonClass('primary')}>
            {t('player.goToLibrary')}
          </Link>
        }
      >
        {t('lesson.noSuchLessonText')}
      </EmptyState>
    </>
  );
}
