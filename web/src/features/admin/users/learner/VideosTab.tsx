import type { LearnerVideo } from '@prahari/contract';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import { DataTable } from '../../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../../shared/table/row-source.ts';
import { useViewInAddress } from '../../../../shared/table/use-view-in-address.ts';
import { getButtonClass } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { EmptyState } from '../../../../ui/StateMessage.tsx';
import { useLearnerVideoColumns } from './learner-columns.tsx';
import { buildLearnerVideosQuery, formatCheck, learnerVideosView } from './learner-view.ts';
import { useLearnerVideos } from './use-learner.ts';

const idOf = (video: LearnerVideo) => video.id;
const titleOf = (video: LearnerVideo) => video.title;

/** All videos in the administrator's scope: which of them this learner sees, and why not the others. */
export function VideosTab({ userId }: { readonly userId: string }) {
  const { t } = useText();
  const columns = useLearnerVideoColumns();
  const [view, setView] = useViewInAddress(learnerVideosView);
  const videos = useLearnerVideos(userId, buildLearnerVideosQuery(view));
  return (
    <Card flush>
      <DataTable
        name="learner-videos"
        caption={t('learner.videos')}
        columns={columns}
        rowId={idOf}
        rowName={titleOf}
        {...createRowSource(videos)}
        view={view}
        onViewChange={setView}
        search={{ label: t('learner.searchVideos'), placeholder: t('learner.videoTitle') }}
        actions={({ id, title }) => (
          <Link
            to={`?${formatCheck(id)}`}
            className={getButtonClass('secondary', 'compact')}
            aria-label={t('learner.checkOf', { title })}
          >
            {t('learner.checkShort')}
          </Link>
        )}
        empty={
          <EmptyState title={t('learner.noVideos')} icon="film">
            {t('learner.noVideosText')}
          </EmptyState>
        }
        errorTitle={t('learner.videosFailed')}
      />
    </Card>
  );
}
