import { endpoints, type StoredVideo } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../shared/table/row-source.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';
import { Card, CardWords } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { AdviceCard } from './AdviceCard.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { RoomCard, RoomVerdict } from './RoomCard.tsx';
import styles from './Storage.module.css';
import { useStoredVideoColumns } from './stored-video-columns.tsx';

const cx = classNames(styles);
const idOf = (video: StoredVideo) => video.videoId;
const nameOf = (video: StoredVideo) => video.title;
const NO_VIDEOS: readonly StoredVideo[] = [];
/** Keyed below the videos: a change to them changes the room that they take. */
const storageKey = [...queryKeys.videos, 'storage'];

/** One view alone: the largest first. */
const storedVideosView: ViewDefinition = { filters: {}, sortKeys: [] };

/** `/admin/storage`: available room, what uses it, and advice when it runs short. */
export function StoragePage() {
  const { t } = useText();
  return (
    <>
      <PageTitle text={t('storage.title')} />
      <PageHeader title={t('storage.title')} description={t('storage.subtitle')} />
      <div className={cx('cards')}>
        <Panels />
        <LargestVideos />
        <AdviceInPeace />
      </div>
    </>
  );
}

/** Advice comes last as long as there is room; else it is the first thing on the page. */
function AdviceInPeace() {
  const { data } = useStorageUse();
  return data?.level === 'ok' ? <AdviceCard use={data} /> : null;
}

function Panels() {
  const { t } = useText();
  const errorText = useErrorText();
  const use = useStorageUse();
  if (use.isPending) {
    return (
      <Loading label={t('common.loading')}>
        <div className={cx('shape')}>
          <Card title={t('storage.disk')}>
            <Skeleton shape="block" />
          </Card>
        </div>
      </Loading>
    );
  }
  if (!use.data) {
    const { text, reference } = errorText(use.error);
    return (
      <ErrorState
        title={t('storage.errorTitle')}
        retryLabel={t('common.retry')}
        retrying={use.isFetching}
        onRetry={() => void use.refetch()}
      >
        <span title={reference}>{text}</span>
      </ErrorState>
    );
  }
  return (
    <>
      {use.data.level === 'ok' ? null : <AdviceCard use={use.data} />}
      <div className={cx('leading')}>
        <RoomVerdict use={use.data} />
        <RoomCard use={use.data} />
      </div>
      <LimitsCard use={use.data} />
    </>
  );
}

function LargestVideos() {
  const { t } = useText();
  const [view, setView] = useViewInAddress(storedVideosView);
  const videos = useStoredVideos(view);
  const items = videos.data?.items ?? NO_VIDEOS;
  const columns = useStoredVideoColumns(items[0]);
  const all = useListExport('stored-videos', videos.data?.total ?? 0, (api, { format, watch }) =>
    downloadFile(api, endpoints.listExports.storedVideos, { query: { format } }, watch),
  );
  return (
    <Card flush>
      <div className={cx('videos')}>
        <DataTable
          lead={
            <CardWords title={t('storage.largestTitle')} description={t('storage.largestText')} />
          }
          name="stored-videos"
          caption={t('storage.largestTitle')}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          {...createRowSource(videos)}
          view={view}
          onViewChange={setView}
          tools={
            <ExportControl name="stored-videos" columns={columns} records={items} remote={all} />
          }
          empty={
            <EmptyState title={t('storage.emptyTitle')} icon="film">
              {t('storage.emptyText')}
            </EmptyState>
          }
          errorTitle={t('storage.errorTitle')}
        />
      </div>
    </Card>
  );
}

function useStorageUse() {
  const api = useApi();
  return useQuery({
    queryKey: storageKey,
    queryFn: () => api.call(endpoints.storage.use, {}),
    // Uploads continue while it is open.
    refetchInterval: 30_000,
  });
}

function useStoredVideos({ page, pageSize: limit }: TableView) {
  const api = useApi();
  const query = { page, limit };
  return useQuery({
    queryKey: [...storageKey, 'videos', query],
    queryFn: () => api.call(endpoints.storage.videos, { query }),
    placeholderData: keepPreviousData,
  });
}
