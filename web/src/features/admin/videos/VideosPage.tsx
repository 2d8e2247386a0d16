import type { ManagedVideo } from '@prahari/contract';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { rowSourceOf } from '../../../shared/table/row-source.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { AnnounceDialog } from './AnnounceDialog.tsx';
import { useVideos } from './use-videos.ts';
import { useVideoColumns } from './video-columns.tsx';
import { videosView } from './videos-view.ts';

const idOf = (video: ManagedVideo) => video.id;
const nameOf = (video: ManagedVideo) => video.title;

/** `/admin/videos`: the catalogue. */
export function VideosPage() {
  const { t } = useText();
  const columns = useVideoColumns();
  const [view, setView] = useViewInAddress(videosView);
  const videos = useVideos(view);
  const [announcing, setAnnouncing] = useState(false);
  const upload = (
    <Link to="/admin/uploads" className={buttonClass('primary')}>
      {t('videos.upload')}
    </Link>
  );
  return (
    <>
      <PageTitle text={t('videos.title')} />
      <PageHeader
        title={t('videos.title')}
        description={t('videos.subtitle')}
        actions={
          <>
            <Button icon="add" onClick={() => setAnnouncing(true)}>
              {t('videos.announce')}
            </Button>
            {upload}
          </>
        }
      />
      {announcing ? <AnnounceDialog onClose={() => setAnnouncing(false)} /> : null}
      <Card flush>
        <DataTable
          name="videos"
          caption={t('videos.title')}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          {...rowSourceOf(videos)}
          view={view}
          onViewChange={setView}
          search={{ label: t('videos.searchLabel'), placeholder: t('videos.searchPlaceholder') }}
          empty={
            <EmptyState title={t('videos.emptyTitle')} icon="film" action={upload}>
              {t('videos.emptyText')}
            </EmptyState>
          }
          errorTitle={t('videos.errorTitle')}
        />
      </Card>
    </>
  );
}
