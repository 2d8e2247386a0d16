import { endpoints, type ManagedVideo } from '@prahari/contract';
import { useState } from 'react';
import { downloadFile } from '../../../shared/api/download.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { useNavigate } from '../../../shared/routing/use-address.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../shared/table/row-source.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { AnnounceDialog } from './AnnounceDialog.tsx';
import { usePublication } from './use-publication.ts';
import { useVideos } from './use-videos.ts';
import { useVideoColumns } from './video-columns.tsx';
import { buildVideosQuery, videosView } from './videos-view.ts';

const idOf = (video: ManagedVideo) => video.id;
const nameOf = (video: ManagedVideo) => video.title;
const NO_VIDEOS: readonly ManagedVideo[] = [];

/** `/admin/videos`: the catalogue. */
export function VideosPage() {
  const { t } = useText();
  const columns = useVideoColumns();
  const [view, setView] = useViewInAddress(videosView);
  const videos = useVideos(view);
  const items = videos.data?.items ?? NO_VIDEOS;
  const all = useListExport('videos', videos.data?.total ?? 0, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.videos,
      { query: { ...removePaging(buildVideosQuery(view)), format } },
      watch,
    ),
  );
  const [announcing, setAnnouncing] = useState(false);
  const upload = (
    <Link to="/admin/uploads" className={getButtonClass('primary')}>
      {t('videos.upload')}
    </Link>
  );
  return (
    <>
      <PageTitle text={t('videos.title')} />
      <PageHeader
        title={t('videos.title')}
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
          {...createRowSource(videos)}
          view={view}
          onViewChange={setView}
          search={{ label: t('videos.searchLabel'), placeholder: t('videos.searchPlaceholder') }}
          actions={(video) => <VideoRowMenu video={video} />}
          tools={<ExportControl name="videos" columns={columns} records={items} remote={all} />}
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

/** What can be done to a video from its row; all else is on its page. */
function VideoRowMenu({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const navigate = useNavigate();
  const publication = usePublication(video);
  const { id, title, status, release, deletedAt } = video;
  const isReady = status === 'ready' && deletedAt === null;
  return (
    <DropdownMenu trigger={<IconButton compact icon="more" label={t('uploads.more', { title })} />}>
      <MenuItem icon="edit" onSelect={() => navigate(`/admin/videos/${id}`)}>
        {t('jobs.edit')}
      </MenuItem>
      {isReady ? (
        <MenuItem icon="play" onSelect={() => navigate(`/watch/${id}`)}>
          {t('uploads.watch')}
        </MenuItem>
      ) : null}
      {isReady && release !== 'published' ? (
        <MenuItem icon="check-circle" onSelect={publication.publish}>
          {t('videos.publishNow')}
        </MenuItem>
      ) : null}
      {isReady && release !== 'draft' ? (
        <MenuItem icon="visibility-off" onSelect={() => publication.unpublish()}>
          {t('videos.unpublish')}
        </MenuItem>
      ) : null}
    </DropdownMenu>
  );
}
